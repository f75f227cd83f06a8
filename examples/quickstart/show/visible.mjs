// @ts-check
// Text from outside → the same text, harmless to a terminal.

/**
 * Attack: an escape sequence in an event must not reach the terminal.
 *
 * @param {string} text
 */
export function visible(text) {
  return text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

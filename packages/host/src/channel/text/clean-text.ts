// A text of an agent → the same text as platforms accept it.

/** Everything of Unicode's category Cc but line feed and tab. */
const CONTROL = /[^\P{Cc}\n\t]/gu;
const HALF_PAIR = /\p{Surrogate}/gu;

/**
 * Removes control characters, which no message shows and terminals obey, and replaces halves of surrogate
 * pairs, which UTF-8 cannot spell: a platform would refuse the whole message.
 */
export function cleanText(text: string): string {
  return text.replace(CONTROL, "").replace(HALF_PAIR, "\ufffd");
}

// Secrets → a function that replaces them in any text, however URLs spell them.

/** A text in, the same text without secrets out. */
export type HideSecrets = (text: string) => string;

/** What stands for a secret. */
const HIDDEN = "***";

/** A shorter secret may be a part of ordinary words, so it is only hidden where it is the whole text. */
const MIN_PART_CHARACTERS = 8;

/**
 * Proxies copy the target of a request into headers such as `X-Original-URI` and `Referer`, so a secret
 * is found by its value, also with each of its characters percent-encoded, once or several times.
 */
export function createSecretHider(secrets: readonly string[]): HideSecrets {
  const rules = secrets.filter((secret) => secret !== "").map(createRule);
  return (text) => rules.reduce((shown, hide) => hide(shown), text);
}

function createRule(secret: string): HideSecrets {
  const spelling = Array.from(secret, spellingsOf).join("");
  const isPart = secret.length >= MIN_PART_CHARACTERS;
  const pattern = new RegExp(isPart ? spelling : `^\\s*${spelling}\\s*$`, "gu");
  // Most texts are shorter than a good token.
  return (text) => (text.length < secret.length ? text : text.replace(pattern, HIDDEN));
}

function spellingsOf(character: string): string {
  const literal = character.replace(/[\^$\\.*+?()[\]{}|/]/, "\\$&");
  // Queries have "+" for a space, so a "+" that was not encoded arrives as a space.
  const read = character === "+" || character === " " ? "[+ ]" : literal;
  return `(?:${encodingOf(character)}|${read})`;
}

/** No URL can spell the half of a surrogate pair. */
const HALF_CHARACTER = /^[\ud800-\udfff]$/;

function encodingOf(character: string): string {
  const [only = ""] = character;
  const escaped = /[A-Za-z0-9\-_.!~*'()]/.test(only)
    ? `%${only.charCodeAt(0).toString(16)}`
    : encodeURIComponent(character.replace(HALF_CHARACTER, "\ufffd"));
  // "%2D" may have been encoded again: "%252D".
  return escaped.replace(/[A-Fa-f]/g, anyCase).replaceAll("%", "%(?:25)*");
}

function anyCase(digit: string): string {
  return `[${digit.toLowerCase()}${digit.toUpperCase()}]`;
}

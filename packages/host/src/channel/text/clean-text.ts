// A text of an agent → the same text as platforms accept it, and as it reads where they show it.

/** Everything of Unicode's category Cc but line feed and tab. */
const CONTROL = /[^\P{Cc}\n\t]/gu;

/**
 * What the fence removes, too: marks that turn the direction of text, so that an address or an amount reads
 * otherwise than it is written; tag characters, which hide a text from people and not from the next model; and
 * non-characters.
 */
const MISLEADING = /[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]|\p{Noncharacter_Code_Point}/gu;

const HALF_PAIR = /\p{Surrogate}/gu;

/**
 * Removes control characters, which no message shows and terminals obey, and what misleads a reader. Replaces
 * halves of surrogate pairs, which UTF-8 cannot spell: a platform would refuse the whole message.
 */
export function cleanText(text: string): string {
  return text.replace(CONTROL, "").replace(MISLEADING, "").replace(HALF_PAIR, "\ufffd");
}

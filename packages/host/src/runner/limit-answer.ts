// The text of an answer → at most 1 MiB of it, with a note where the rest is left out (LIM-3).

/** In UTF-8. */
export const MAX_ANSWER_BYTES = 1_048_576;

const ANSWER_CUT = "\n\n[… cut: the answer was longer than 1 MiB]";

/** No character of UTF-16 needs more. */
const MOST_BYTES_PER_UNIT = 3;

export function limitAnswer(text: string): string {
  if (text.length * MOST_BYTES_PER_UNIT <= MAX_ANSWER_BYTES) return text;
  const encoder = new TextEncoder();
  const { read } = encoder.encodeInto(text, new Uint8Array(MAX_ANSWER_BYTES));
  if (read === text.length) return text;
  const room = MAX_ANSWER_BYTES - encoder.encode(ANSWER_CUT).length;
  // encodeInto() stops before a character that does not fit, so no pair is cut.
  const kept = encoder.encodeInto(text, new Uint8Array(room)).read;
  return text.slice(0, kept) + ANSWER_CUT;
}

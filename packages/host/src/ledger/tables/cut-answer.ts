// An answer → the answer as it is stored: what is over the limit is cut, and the text says so.

/** In bytes: an answer of a megabyte is no message any more. */
const MAX_ANSWER_BYTES = 1_048_576;

/** Room for the sentence that tells of the cut. */
const NOTE_BYTES = 100;

export function cutAnswer(text: string): string;
export function cutAnswer(text: string | undefined): string | undefined;
export function cutAnswer(text: string | undefined): string | undefined {
  // A UTF-16 code unit has at most three bytes.
  if (text === undefined || text.length * 3 <= MAX_ANSWER_BYTES) return text;
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length <= MAX_ANSWER_BYTES) return text;
  let end = MAX_ANSWER_BYTES - NOTE_BYTES;
  // Not inside of a character: its further bytes begin with the bits 10.
  while (((bytes[end] as number) & 0xc0) === 0x80) end -= 1;
  const kept = bytes.toString("utf8", 0, end);
  return `${kept}\n[… ${text.length - kept.length} more characters: an answer is stored up to 1 MiB]`;
}

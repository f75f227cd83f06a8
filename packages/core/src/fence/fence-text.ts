// Untrusted text → the same text inside a fence that it cannot close.
import { END_NAME, NOTICE, START_NAME } from "./markers.ts";
import { neutralize } from "./neutralize.ts";

/** What a fence says of its text. */
export interface FenceOptions {
  /** Unpredictable, new for every text. */
  readonly id: string;
  /** Where the text came from, in the operator's words, one line. */
  readonly source: string;
}

/**
 * A notice, a start marker, the source, the text, an end marker. Whatever in the text looks like a
 * marker (any case, full-width, invisible characters, look-alike letters) or like a control token of
 * a model's chat template is replaced, so that nothing inside can seem to end the fence.
 *
 * @example
 * ```ts
 * const fenced = fenceText("hello", { id: crypto.randomUUID(), source: 'webhook "ci"' });
 * ```
 */
export function fenceText(text: string, { id, source }: FenceOptions): string {
  const inside = neutralize(text);
  return `${NOTICE}\n<<<${START_NAME} id="${id}">>>\nSource: ${source}\n\n${inside}\n<<<${END_NAME} id="${id}">>>`;
}

// Untrusted text → the same text inside a fence that it cannot close.
import { END_NAME, NOTICE, START_NAME } from "./markers.ts";
import { neutralize } from "./neutralize.ts";

/** What the markers contain. */
export interface FenceOptions {
  /** Unpredictable, new for every text. */
  readonly id: string;
  /** The origin of the text, in one line, as the operator names it. */
  readonly source: string;
  /** Called before each position is read where a marker may begin; may throw. */
  readonly onOpening?: () => void;
}

/**
 * A notice, a start marker, the source, the text, an end marker. Everything in the text that looks like
 * a marker (any case, full-width, invisible characters, look-alike letters) or like a control token of
 * a model's chat template is replaced, so that no part of the text can seem to end the fence.
 *
 * @example
 * ```ts
 * const fenced = fenceText("hello", { id: crypto.randomUUID(), source: 'webhook "ci"' });
 * ```
 */
export function fenceText(text: string, { id, source, onOpening }: FenceOptions): string {
  const inside = neutralize(text, onOpening);
  return `${NOTICE}\n<<<${START_NAME} id="${id}">>>\nSource: ${source}\n\n${inside}\n<<<${END_NAME} id="${id}">>>`;
}

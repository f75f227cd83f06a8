// Untrusted text → the same text inside a fence that it cannot close.
import { oneLine } from "../data/text.ts";
import { END_NAME, NOTICE, START_NAME } from "./markers.ts";
import { neutralize } from "./neutralize.ts";

/** What the markers contain. */
export interface FenceOptions {
  /** Unpredictable, new for every text. */
  readonly id: string;
  /** The origin of the text, in one line, as the operator names it. */
  readonly source: string;
}

/**
 * A notice, a start marker, the source, the text, an end marker. Each line of the text begins with
 * `> `, so that no part of it can be a line of its own outside of the text. What looks like a marker or
 * a control token is replaced, too: see `neutralize`.
 *
 * @example
 * ```ts
 * const fenced = fenceText("hello", { id: crypto.randomUUID(), source: 'webhook "ci"' });
 * ```
 */
export function fenceText(text: string, options: FenceOptions): string {
  return fenceNeutralized(neutralize(text), { ...options, source: oneLine(options.source) });
}

const HEAD = `${NOTICE}\n<<<${START_NAME} id="`;
const TAIL = `\n<<<${END_NAME} id="`;

/** For a text that `neutralize` returned, so that its line ends are LF, and a source of one line. */
export function fenceNeutralized(text: string, { id, source }: FenceOptions): string {
  const quoted = text.replaceAll("\n", "\n> ");
  return `${HEAD}${id}">>>\nSource: ${source}\n\n> ${quoted}${TAIL}${id}">>>`;
}

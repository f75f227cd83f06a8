// Untrusted text, or the parts of an action → text in which a fence that it cannot close is around all that is untrusted.
import { oneLine } from "../data/text.ts";
import type { TextPart } from "../model/action.ts";
import type { RandomId } from "../model/ports.ts";
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

/** Where the ids of the fences come from. */
export interface FencePartsOptions {
  /** Called for each untrusted part; what it returns must be unpredictable. */
  readonly randomId: RandomId;
}

/**
 * One text of the `parts` of an action, divided by blank lines: trusted parts as they are, each
 * untrusted part in a fence of its own with a new id. Whether a mapping allows unsafe content is not
 * asked: every untrusted part is cleaned and fenced. The parts of an action of any other mapping
 * give the text of that action, but with new ids.
 *
 * @example
 * ```ts
 * const parts = [
 *   { kind: "trusted", text: "Summarize the failure." },
 *   { kind: "untrusted", text: "tests: red", source: 'webhook "ci"' },
 * ] as const;
 * const text = fenceParts(parts, { randomId: () => crypto.randomUUID() });
 * ```
 */
export function fenceParts(parts: readonly TextPart[], { randomId }: FencePartsOptions): string {
  return fenceNeutralizedParts(parts.map(neutralizePart), randomId);
}

function neutralizePart(part: TextPart): TextPart {
  if (part.kind === "trusted") return part;
  // A host may name a source after what a sender wrote.
  return { ...part, text: neutralize(part.text), source: oneLine(neutralize(part.source)) };
}

/** For untrusted parts whose text `neutralize` returned, and whose source is one line. */
export function fenceNeutralizedParts(parts: readonly TextPart[], randomId: RandomId): string {
  let text = "";
  // Not map() and join(): every event passes here, mostly with one part.
  for (const part of parts) {
    if (text !== "") text += "\n\n";
    text += fencePart(part, randomId);
  }
  return text;
}

function fencePart(part: TextPart, randomId: RandomId): string {
  if (part.kind === "trusted") return part.text;
  return fenceNeutralized(part.text, { id: randomId(), source: part.source });
}

const HEAD = `${NOTICE}\n<<<${START_NAME} id="`;
const TAIL = `\n<<<${END_NAME} id="`;

/** For a text that `neutralize` returned, so that its line ends are LF, and a source of one line. */
function fenceNeutralized(text: string, { id, source }: FenceOptions): string {
  const quoted = text.replaceAll("\n", "\n> ");
  return `${HEAD}${id}">>>\nSource: ${source}\n\n> ${quoted}${TAIL}${id}">>>`;
}

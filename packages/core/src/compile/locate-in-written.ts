// A problem of a template and what was compiled → its position and extent in the text that the operator wrote.
import { positionFromOffset } from "../language/syntax/syntax-error.ts";
import type { TemplateProblem } from "../language/syntax/template-problem.ts";
import type { HooksInput } from "../model/config.ts";
import type { ConfigPath } from "../model/mapping.ts";
import type { ProblemExtras } from "../problem/problem.ts";
import { findEndOfSpan } from "./find-end-of-span.ts";

export interface CompiledSource {
  /** What was compiled. */
  readonly source: string;
  /** Of the field, or of the partial that the problem is in. */
  readonly path: ConfigPath;
  readonly hooks: HooksInput;
}

/** Some fields lose their outer white space, and some become one line. No other character changes. */
export function locateInWritten(
  { offset, position, partial }: TemplateProblem,
  { source, path, hooks }: CompiledSource,
): Pick<ProblemExtras, "templatePosition" | "templateSpan"> {
  const written = readWritten(hooks, path) ?? source;
  if (partial !== undefined || written === source) {
    const templateSpan = { start: offset, end: findEndOfSpan(written, offset) };
    return { templatePosition: position, templateSpan };
  }
  const convert = (at: number): number => offsetOfNth(written, countVisible(source.slice(0, at)));
  const start = convert(offset);
  const end = convert(findEndOfSpan(source, offset) - 1) + 1;
  return {
    templatePosition: positionFromOffset(written, start),
    templateSpan: { start, end },
  };
}

/** Undefined for a mapping of a preset. */
function readWritten(hooks: HooksInput, [, part, name, field]: ConfigPath): string | undefined {
  if (part === "partials") return hooks.partials?.[String(name)];
  if (part !== "mappings") return undefined;
  const mapping = hooks.mappings?.[Number(name)] as Readonly<Record<string, unknown>>;
  return mapping[String(field)] as string;
}

/** Neither white space nor a control character. */
const VISIBLE = /[^\s\p{Cc}\p{Bidi_Control}]/gu;

function countVisible(text: string): number {
  return [...text.matchAll(VISIBLE)].length;
}

/** The offset of the visible character that has this number, from 0; at most the length. */
function offsetOfNth(text: string, number: number): number {
  const offsets = [...Array.from(text.matchAll(VISIBLE), ({ index }) => index), text.length];
  return offsets[Math.min(number, offsets.length - 1)] as number;
}

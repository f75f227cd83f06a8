// A problem of a template and what was compiled → its position and extent in the text that the operator wrote.
import { BRACKET_STEP, readOwn } from "@hookwright/base";
import { positionFromOffset, type SourceProblem } from "@hookwright/template/compile";
import type { TextSpan } from "@hookwright/template/runtime";
import type { ConfigPath, ProblemExtras } from "../../model/index.ts";
import type { HooksInput } from "./config.ts";

export interface CompiledSource {
  /** What was compiled. */
  readonly source: string;
  /** Of the field, or of the partial that the problem is in. */
  readonly path: ConfigPath;
  readonly hooks: HooksInput;
}

type Located = Pick<ProblemExtras, "templatePosition" | "templateSpan" | "templateEdit">;

export function locateInWritten(
  { offset: start, partial, edit }: Pick<SourceProblem, "offset" | "partial" | "edit">,
  compiled: CompiledSource,
): Located {
  // The source of a partial is as it was written.
  const source = (partial !== undefined && readWritten(compiled)) || compiled.source;
  // What is to be replaced is what is wrong.
  const span = edit ?? { start, end: findEndOfSpan(source, start) };
  return locateSpan(span, { ...compiled, source, text: edit?.text });
}

/** With the edit, where `text` replaces the span. */
export function locateSpan(
  span: TextSpan,
  { text, ...compiled }: CompiledSource & { readonly text?: string | undefined },
): Located {
  const { start, end } = spanInWritten(span, compiled);
  const written = readWritten(compiled) ?? compiled.source;
  return {
    templatePosition: positionFromOffset(written, start),
    templateSpan: { start, end },
    ...(text !== undefined && { templateEdit: { start, end, text } }),
  };
}

/** Some fields lose their outer white space, and some become one line. No other character changes. */
export function spanInWritten({ start, end }: TextSpan, compiled: CompiledSource): TextSpan {
  const { source } = compiled;
  const written = readWritten(compiled) ?? source;
  if (written === source) return { start, end };
  const from = offsetOfNth(written, countVisible(source.slice(0, start)));
  const length = countVisible(source.slice(start, end));
  if (length === 0) return { start: from, end: from };
  return { start: from, end: offsetOfNth(written, countVisible(source.slice(0, end)) - 1) + 1 };
}

/** Undefined for a mapping of a preset. */
function readWritten({ hooks, path }: CompiledSource): string | undefined {
  const [, part, name, ...steps] = path;
  if (part === "partials") return hooks.partials?.[String(name)];
  if (part !== "mappings") return undefined;
  const mapping: unknown = hooks.mappings?.[Number(name)];
  const written = steps.reduce((value, step) => readOwn(value, String(step)), mapping);
  return typeof written === "string" ? written : undefined;
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

/** The offset of a mistake in a template → the end of the tag, or of the word within a tag, that begins there. */
export function findEndOfSpan(source: string, start: number): number {
  if (source.startsWith("{{", start)) return endOfTag(source, start);
  if (source[start] === "(") return endOfCall(source, start);
  WORD.lastIndex = start;
  const word = WORD.exec(source)?.[0] ?? "";
  return Math.min(start + Math.max(word.length, 1), source.length);
}

/** A string, or a path and its `[…]` segments. */
const WORD = new RegExp(
  String.raw`"(?:\\"|[^"])*"?|'(?:\\'|[^'])*'?|(?:${BRACKET_STEP}|[^\s(){}|="'])+`,
  "y",
);

/** Braces, strings and segments, or any other character. */
const PIECE = new RegExp(
  String.raw`~?\}{2,}|\{\{|"(?:\\"|[^"])*"|'(?:\\'|[^'])*'|${BRACKET_STEP}|[\s\S]`,
  "g",
);

/** A tag that is never closed ends with its line, or where the next one begins. */
function endOfTag(source: string, start: number): number {
  const braces = /^\{+/.exec(source.slice(start, start + 4)) as RegExpExecArray;
  const opened = braces[0].length;
  PIECE.lastIndex = start + opened;
  for (let piece = PIECE.exec(source); piece !== null; piece = PIECE.exec(source)) {
    const [text] = piece;
    if (text === "{{") return trimmedEnd(source, start, piece.index);
    if (text.endsWith("}}")) {
      const tilde = text.startsWith("~") ? 1 : 0;
      return piece.index + tilde + Math.min(opened, text.length - tilde);
    }
  }
  return trimmedEnd(source, start, source.length);
}

function trimmedEnd(source: string, start: number, end: number): number {
  const [line = ""] = source.slice(start, end).split(/[\r\n]/, 1);
  return start + line.trimEnd().length;
}

function endOfCall(source: string, start: number): number {
  let depth = 0;
  PIECE.lastIndex = start;
  for (let piece = PIECE.exec(source); piece !== null; piece = PIECE.exec(source)) {
    const [text] = piece;
    if (text === "(") depth += 1;
    else if (text === ")") depth -= 1;
    else if (text.endsWith("}}")) return piece.index;
    if (depth === 0) return piece.index + 1;
  }
  return source.length;
}

// What is wrong with a template, and where in its text.
import type { FaultCode } from "../../serving/link/compile-state.ts";
import type { Position, TemplateEdit } from "../../text-span.ts";

/** One thing that is wrong with a template or a partial. */
export interface SourceProblem {
  readonly code: TemplateCode;
  readonly message: string;
  readonly hint: string | undefined;
  /** Within the template, or within the partial where `partial` names one. */
  readonly position: Position;
  /** The same position in UTF-16 code units from the start. */
  readonly offset: number;
  readonly partial: string | undefined;
  /** What to write instead of a piece of the source. */
  readonly edit?: TemplateEdit | undefined;
}

/** A text that is read or compiled: the template, or one of its partials. */
interface SourceText {
  readonly source: string;
  readonly partial?: string | undefined;
}

/** Rethrows every other error, which is a bug in this library. */
export function problemFromSyntaxError(error: unknown, text: SourceText): SourceProblem {
  if (!(error instanceof TemplateSyntaxError)) throw error;
  const { code, message, hint, offset } = error;
  return problemAt(offset, { code, message, hint }, text);
}

export function problemAt(
  offset: number,
  { code, message, hint }: Pick<SourceProblem, "code" | "message" | "hint">,
  { source, partial }: SourceText,
  positionAt: PositionFinder = positionFromOffset,
): SourceProblem {
  const position = positionAt(source, offset);
  return { code, message, hint, position, offset, partial };
}

/** What can be wrong with a template. */
export type TemplateCode =
  | FaultCode
  | "template_unclosed"
  | "template_block_mismatch"
  | "template_else_stray";

interface SyntaxErrorExtras {
  readonly code?: TemplateCode;
  readonly hint?: string;
}

/** Thrown while a template is compiled; `compileTemplate` turns it into data. */
export class TemplateSyntaxError extends Error {
  readonly offset: number;
  readonly code: TemplateCode;
  readonly hint: string | undefined;

  constructor(message: string, offset: number, { code, hint }: SyntaxErrorExtras = {}) {
    super(message);
    this.offset = offset;
    this.code = code ?? "template_syntax";
    this.hint = hint;
  }
}

/** What is wrong with the syntax; rethrows every other error. */
export function errorOf(work: () => unknown): TemplateSyntaxError | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof TemplateSyntaxError) return error;
    throw error;
  }
}

type PositionFinder = (source: string, offset: number) => Position;

/** Counts the lines of each source once, as one template may have thousands of mistakes. */
export function createPositionFinder(): PositionFinder {
  const startsOf = new Map<string, readonly number[]>();
  return (source, offset) => {
    const starts = startsOf.get(source) ?? listLineStarts(source);
    startsOf.set(source, starts);
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (starts[low] as number) + 1 };
  };
}

function listLineStarts(source: string): readonly number[] {
  const starts = [0];
  for (let at = source.indexOf("\n"); at !== -1; at = source.indexOf("\n", at + 1))
    starts.push(at + 1);
  return starts;
}

/** An offset in UTF-16 code units → the line and the column, both from 1. */
export function positionFromOffset(source: string, offset: number): Position {
  const before = source.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  let line = 1;
  for (let at = before.indexOf("\n"); at !== -1; at = before.indexOf("\n", at + 1)) line++;
  return { line, column: offset - lineStart + 1 };
}

/** `1:14`, for use inside a sentence. */
export function positionToText(source: string, offset: number): string {
  const { line, column } = positionFromOffset(source, offset);
  return `${line}:${column}`;
}

/** Lines are counted as the parser counts them: a "\r" alone ends one too. */
export function offsetFromPosition(source: string, position: Position): number {
  const lineEnd = /\r\n?|\n/g;
  for (let line = 1; line < position.line; line++) lineEnd.exec(source);
  return lineEnd.lastIndex + position.column - 1;
}

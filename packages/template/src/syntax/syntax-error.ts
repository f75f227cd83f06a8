// What is wrong with a template, with the place as an offset into the text the author wrote.
import type { Position } from "./position.ts";

/** What can be wrong with a template. */
export type TemplateCode =
  | "template_syntax"
  | "template_unclosed"
  | "template_block_mismatch"
  | "template_else_stray"
  | "template_too_deep"
  | "template_helper_unknown"
  | "template_helper_misused"
  | "template_partial_unknown"
  | "template_partial_cyclic"
  | "template_decorator";

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

export type PositionFinder = (source: string, offset: number) => Position;

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

// YAML text → values within brackets that contain `${…}` or `{{…}}` without quotes: YAML reads these braces as
// brackets.
import type { TextSpan } from "@hookwright/core";

/** Walks through the text once, skipping quotes, comments and block scalars. */
export function findBareBraces(source: string): readonly TextSpan[] {
  const found: TextSpan[] = [];
  let depth = 0;
  /** The number of matches before the outermost open bracket. */
  let before = 0;
  for (let at = 0; at < source.length; ) {
    const { kind, end } = nextToken(source, at, depth);
    if (kind === "braced") found.push(trimmed(source, at, end));
    if (kind === "mark") {
      if (depth === 0) before = found.length;
      depth = Math.max(0, depth + stepOf(source[at] as string));
      // If text follows, the whole is a single value that begins with a bracket.
      if (depth === 0 && !ENDS.test(lineFrom(source, end))) found.length = before;
    }
    at = end;
  }
  return found;
}

interface Token {
  /** `mark`: a bracket, or a character without a meaning here. */
  readonly kind: "passed" | "plain" | "braced" | "mark";
  readonly end: number;
}

function nextToken(source: string, at: number, depth: number): Token {
  const end = depth === 0 ? endOutside(source, at) : endOf(INSIDE, source, at);
  if (end !== undefined) return { kind: "passed", end };
  const plain = depth === 0 ? undefined : readPlain(source, at);
  return plain ?? { kind: "mark", end: at + 1 };
}

/** Limits how far the end of a line is searched. */
function lineFrom(source: string, at: number): string {
  return source
    .slice(at, at + 200)
    .split("\n", 1)
    .join();
}

const ENDS = /^\s*(?:#|$)/;

function stepOf(char: string): number {
  if (char === "{" || char === "[") return 1;
  return char === "}" || char === "]" ? -1 : 0;
}

function trimmed(source: string, start: number, end: number): TextSpan {
  return { start, end: start + source.slice(start, end).trimEnd().length };
}

/** A block scalar begins with its key, on a line of its own. */
function endOutside(source: string, at: number): number | undefined {
  const isLineStart = at === 0 || source[at - 1] === "\n";
  return (isLineStart ? endOf(BLOCK, source, at) : undefined) ?? endOf(OUTSIDE, source, at);
}

function endOf(pattern: RegExp, source: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(source) ? pattern.lastIndex : undefined;
}

const PASSED = String.raw`[ \t]+|\r?\n|#[^\n]*|"(?:\\[^]|[^"\\])*"|'(?:''|[^'])*'`;

/** A block scalar after | or >: all lines that are indented deeper. */
const BLOCK =
  /( *)(?:- +)*(?:[^\n#]*:)? +[|>][\d+-]*[ \t]*(?:#[^\n]*)?\r?\n(?:[ \t]*\r?\n|\1 [^\n]*(?:\n|$))*/y;

/** A key, the marks around values, or the rest of the line. */
const OUTSIDE = new RegExp(
  String.raw`${PASSED}|[-:](?=\s)|[^\s#{["'-][^:\n]*?(?=:\s)|[^\s{["'][^\n]*`,
  "y",
);

const INSIDE = new RegExp(String.raw`${PASSED}|,|:(?=[\s,{}[\]"'])`, "y");

const BRACED = /\$\{[^{}\n]*\}|\{\{\{[^{}\n]*\}\}\}|\{\{[^{}\n]*\}\}/y;

/** A value without quotes ends at a mark, and at the end of its line. */
function readPlain(source: string, start: number): Token | undefined {
  let kind: Token["kind"] = "plain";
  let at = start;
  while (at < source.length) {
    const braced = endOf(BRACED, source, at);
    if (braced === undefined && isEnd(source, at)) break;
    if (braced !== undefined) kind = "braced";
    at = braced ?? at + 1;
  }
  return at === start ? undefined : { kind, end: at };
}

function isEnd(source: string, at: number): boolean {
  const char = source[at] as string;
  if (char === ":") return /[\s,[\]{}]/.test(source[at + 1] ?? " ");
  if (char === "#") return /\s/.test(source[at - 1] as string);
  return /[,[\]{}\n]/.test(char);
}

// The errors of the YAML parser → the mistakes behind them, each once, with its place and what to write.
import type { TextSpan } from "@hookwright/core";
import { type Document, isCollection, isScalar, type Node, type Range, visit } from "yaml";
import type { SyntaxProblem } from "../syntax-node.ts";
import { findInLine } from "./find-in-line.ts";
import { fixYamlMistake } from "./fix-yaml-mistake.ts";
import { YAML_SENTENCES, type YamlMistake } from "./yaml-sentences.ts";

export interface YamlError {
  readonly code: string;
  readonly pos: readonly [number, number];
}

interface Found {
  readonly mistake: YamlMistake;
  readonly span: TextSpan;
}

/** The parser's messages quote the text, which may hold a secret; its codes do not. */
export function findYamlMistakes(
  errors: readonly YamlError[],
  { document, source }: { readonly document: Document; readonly source: string },
): readonly SyntaxProblem[] {
  const flows: TextSpan[] = [];
  const unclosed: Found[] = [];
  visit(document, {
    Node(_key, node) {
      if (isCollection(node) && node.flow === true) flows.push(spanOf(node));
      const mistake = findUnclosed(node, source);
      if (mistake !== undefined) unclosed.push({ mistake, span: firstLine(spanOf(node), source) });
    },
  });
  const [open] = unclosed;
  const end = open?.span.start ?? Number.POSITIVE_INFINITY;
  const found = errors
    .filter(({ pos }) => pos[0] < end)
    .map((error) => findMistake(error, { source, flows }));
  return onePerLine(open === undefined ? found : [...found, open], source);
}

/** What follows a wrong indentation is often wrong only because of it. */
const CASCADING: ReadonlySet<YamlMistake> = new Set([
  "indentation",
  "deeperLine",
  "blockIndentation",
]);

function onePerLine(all: readonly Found[], source: string): readonly SyntaxProblem[] {
  const lines = new Set<number>();
  let hasIndentation = false;
  return all.flatMap(({ mistake, span }) => {
    const line = source.lastIndexOf("\n", span.start - 1);
    const isEcho = hasIndentation && (CASCADING.has(mistake) || mistake === "unexpected");
    if (lines.has(line) || isEcho) return [];
    lines.add(line);
    hasIndentation ||= CASCADING.has(mistake);
    const fix = fixYamlMistake(mistake, span, source);
    return [{ ...YAML_SENTENCES[mistake], span, ...(fix !== undefined && { fix }) }];
  });
}

function spanOf({ range }: Node): TextSpan {
  const [start, end] = range as Range;
  return { start, end };
}

function findUnclosed(node: unknown, source: string): YamlMistake | undefined {
  if (isCollection(node) && node.flow === true) {
    const { start, end } = spanOf(node);
    const closing = source[start] === "{" ? "}" : "]";
    return source[end - 1] === closing ? undefined : "bracketOpen";
  }
  if (!isScalar(node) || !node.type?.startsWith("QUOTE")) return undefined;
  const { start, end } = spanOf(node as Node);
  return end - start > 1 && source[end - 1] === source[start] ? undefined : "quoteOpen";
}

function firstLine({ start, end }: TextSpan, source: string): TextSpan {
  const [line = ""] = source.slice(start, end).split(/\r?\n/, 1);
  return { start, end: start + line.trimEnd().length };
}

const BY_CODE: ReadonlyMap<string, YamlMistake> = new Map([
  ["MULTIPLE_DOCS", "documents"],
  ["BAD_DQ_ESCAPE", "escape"],
]);

/** Within brackets, these come from two entries without a comma between them. */
const IN_FLOW: ReadonlySet<string> = new Set(["MISSING_CHAR", "UNEXPECTED_TOKEN", "BLOCK_IN_FLOW"]);

interface Context {
  readonly source: string;
  readonly flows: readonly TextSpan[];
}

function findMistake({ code, pos }: YamlError, { source, flows }: Context): Found {
  const [start, end] = pos;
  const mistake = BY_CODE.get(code);
  if (mistake !== undefined) {
    const whole = mistake === "escape" ? { start, end: start + 2 } : { start, end };
    return { mistake, span: firstLine(whole, source) };
  }
  if (IN_FLOW.has(code) && flows.some((flow) => flow.start < start && start < flow.end)) {
    const at = source.slice(0, start).trimEnd().length;
    const isPair = code === "BLOCK_IN_FLOW";
    const span = isPair ? firstLine({ start, end }, source) : { start: at, end: at };
    return { mistake: "commaMissing", span };
  }
  const lineStart = source.lastIndexOf("\n", start - 1) + 1;
  const [line = ""] = source.slice(lineStart).split(/\r?\n/, 1);
  const found = findInLine(line);
  if (found !== undefined) return { mistake: found.mistake, span: shift(found.span, lineStart) };
  return findIndentation({ code, start, line, lineStart }, source);
}

function shift({ start, end }: TextSpan, by: number): TextSpan {
  return { start: start + by, end: end + by };
}

interface ErrorLine {
  readonly code: string;
  readonly start: number;
  readonly line: string;
  readonly lineStart: number;
}

const KEY = /^\s*(?:- +)*[\w."'-]+ *:(?:\s|$)/;
const BLOCK_HEADER = /(?:[:-] +|^ *)[|>][\d+-]*\s*$/;

function findIndentation({ code, start, line, lineStart }: ErrorLine, source: string): Found {
  const span = (text: string, offset: number): TextSpan => {
    const indent = text.length - text.trimStart().length;
    return { start: offset + indent, end: offset + Math.max(indent, text.trimEnd().length) };
  };
  if (code === "BLOCK_AS_IMPLICIT_KEY" || code === "MULTILINE_IMPLICIT_KEY") {
    const rest = source.slice(lineStart + line.length);
    const below = rest.trimStart();
    const next = below.split("\n", 1).join();
    if (KEY.test(line) && KEY.test(next)) {
      const offset = lineStart + line.length + rest.length - below.length;
      return { mistake: "deeperLine", span: span(next, offset) };
    }
  }
  const previous = source.slice(0, lineStart).trimEnd().split("\n").at(-1) as string;
  if (BLOCK_HEADER.test(previous)) {
    return { mistake: "blockIndentation", span: span(line, lineStart) };
  }
  if (code === "BAD_INDENT" || KEY.test(line)) {
    return { mistake: "indentation", span: span(line, lineStart) };
  }
  const isWord = code === "MISSING_CHAR" || code === "MULTILINE_IMPLICIT_KEY";
  if (isWord && /\w/.test(line)) return { mistake: "colonMissing", span: span(line, lineStart) };
  return { mistake: "unexpected", span: { start, end: start } };
}

// Problems of a config → a report for people: message, position, the lines around it, and the hint.

import { readMember, wrapWords } from "@hookwright/base";
import type { ConfigPath, Position, Problem } from "@hookwright/core";
import { configPathToText } from "@hookwright/core/runtime";
import type { IncludedSource } from "../load-result.ts";
import { createOffsetFinder, createPositionFinder } from "../text/position.ts";
import { codeFrame, splitLines } from "./code-frame.ts";
import { limitProblems, sayFurtherProblems } from "./limit-problems.ts";
import { maskSecrets } from "./mask-secrets.ts";

/** What a report shows besides the problems; the result of a load has all of these but `color` and `width`. */
export interface ReportOptions {
  /** The text of the config. Without it there are no code frames. */
  readonly source?: string;
  /** The parsed config. Without it there are no frames of templates. */
  readonly config?: unknown;
  /** The texts of included files, for the problems in them. */
  readonly included?: readonly IncludedSource[];
  /** The name to print before line and column. Default: `config`. */
  readonly filename?: string;
  /** How many more problems were found than are passed. Default: 0. */
  readonly furtherProblems?: number;
  /** Whether to color the report for a terminal. Default: false. */
  readonly color?: boolean;
  /** How many columns a line may have. Lines to copy are never wrapped. Default: no limit for sentences. */
  readonly width?: number | undefined;
}

/**
 * Formats problems as text, one paragraph each, without a final newline. Code frames show the text as
 * it is, except for the values of secret-bearing keys. Of more than 100 problems, the last paragraph says how many
 * are left out.
 *
 * @example
 * ```ts
 * const loaded = await loadHooks("hooks.json5");
 * if (!loaded.ok) console.error(formatProblems(loaded.problems, loaded));
 * ```
 */
export function formatProblems(all: readonly Problem[], options: ReportOptions = {}): string {
  const paint = options.color === true ? paintText : keepText;
  const frameOf = createFrames(options);
  const templateFrameOf = createTemplateFrames(options);
  const { problems, furtherProblems = 0 } = limitProblems(all, options.furtherProblems);
  const blocks = problems.map((problem) => [
    heading(problem, options.filename ?? "config", paint),
    ...wrapIndented(problem.message, options.width),
    ...frameOf(problem).map((line) => paint("dim", line)),
    ...templateFrameOf(problem).map((line) => paint("dim", line)),
    ...hintLines(problem.hint, options.width).map((line) => `  ${paint("hint", line.slice(2))}`),
  ]);
  const rest = furtherProblems === 0 ? [] : [[sayFurtherProblems(furtherProblems)]];
  return [...blocks, ...rest].map((lines) => lines.join("\n")).join("\n\n");
}

/** A hint of several lines is meant to be copied. */
function hintLines(hint: string | undefined, width: number | undefined): readonly string[] {
  if (hint === undefined) return [];
  return hint.includes("\n") ? [`  ${hint}`] : wrapIndented(hint, width);
}

/** Indented lines. */
function wrapIndented(text: string, width = Number.POSITIVE_INFINITY): readonly string[] {
  return wrapWords(text, width - INDENT.length).map((line) => `${INDENT}${line}`);
}

const INDENT = "  ";

function heading(
  { severity, code, path, position, file }: Problem,
  filename: string,
  paint: Paint,
): string {
  const location =
    position === undefined ? "" : ` (${file ?? filename}:${position.line}:${position.column})`;
  return `${paint(severity, severity)} ${code} ${configPathToText(path)}${location}`;
}

function createFrames(options: ReportOptions): (problem: Problem) => string[] {
  const frames = new Map<string | undefined, ReturnType<typeof createSourceFrames>>();
  return (problem) => {
    const text = sourceOf(problem, options);
    if (text === undefined) return [];
    const frameOf = frames.get(problem.file) ?? createSourceFrames(text, options.width);
    frames.set(problem.file, frameOf);
    return frameOf(problem);
  };
}

function sourceOf({ file }: Problem, { source, included = [] }: ReportOptions): string | undefined {
  return file === undefined ? source : included.find((one) => one.filename === file)?.source;
}

/** Masks and splits the text once for all problems. */
function createSourceFrames(
  source: string,
  width: number | undefined,
): (problem: Problem) => string[] {
  const masked = maskSecrets(source);
  const lines = splitLines(masked.text);
  const positionAt = createPositionFinder(masked.text);
  const offsetOf = createOffsetFinder(source);
  const toMasked = (position: Position): Position =>
    positionAt(masked.toMasked(offsetOf(position)));
  return ({ position, range }) => {
    if (position === undefined) return [];
    const end = range && toMasked(range.end);
    return indented(codeFrame(lines, { start: toMasked(position), end, width: inner(width) }));
  };
}

/**
 * Templates are text for an agent to read, so they are shown as they are. The frame of the file shows the same
 * where it has no escapes.
 */
function createTemplateFrames(options: ReportOptions): (problem: Problem) => string[] {
  /** One template may have a hundred mistakes. */
  const linesByText = new Map<string, readonly string[]>();
  const linesOf = (text: string): readonly string[] => {
    const lines = linesByText.get(text) ?? splitLines(text);
    linesByText.set(text, lines);
    return lines;
  };
  return (problem) => {
    const { path, templatePosition: start, templateSpan, position } = problem;
    const template = readPath(options.config, path);
    if (start === undefined || typeof template !== "string") return [];
    const source = sourceOf(problem, options);
    const fileLine = position && source && linesOf(source)[position.line - 1];
    const lines = linesOf(template);
    if (fileLine?.includes(lines[start.line - 1] as string) === true) return [];
    const end = templateSpan && createPositionFinder(template)(templateSpan.end);
    const { width } = options;
    return [
      "  In the template:",
      ...indented(codeFrame(lines, { start, end, width: inner(width) })),
    ];
  };
}

function readPath(config: unknown, path: ConfigPath): unknown {
  return path.reduce<unknown>((value, step) => readMember(value, String(step)), config);
}

/** The rest of a line after its indentation. */
function inner(width: number | undefined): number | undefined {
  return width === undefined ? undefined : width - 2;
}

function indented(frame: string): string[] {
  return frame.split("\n").map((line) => `  ${line}`);
}

type Paint = (style: keyof typeof STYLES, text: string) => string;

/** SGR codes: bold red, bold yellow, dim, cyan. */
const STYLES = { error: "1;31", warning: "1;33", dim: "2", hint: "36" } as const;

const paintText: Paint = (style, text) => `\u001B[${STYLES[style]}m${text}\u001B[0m`;
const keepText: Paint = (_style, text) => text;

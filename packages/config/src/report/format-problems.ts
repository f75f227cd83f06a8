// Problems of a config → a report for people: message, position, the lines around it, and the hint.
import { type ConfigPath, configPathToText, type Position, type Problem } from "@hookwright/core";
import { readOwn } from "../data/read-own.ts";
import type { IncludedSource } from "../load-result.ts";
import { createPositionFinder } from "../text/position.ts";
import { codeFrame } from "./code-frame.ts";
import { maskSecrets } from "./mask-secrets.ts";

/** What a report shows beside the problems; the result of a load has all of these but `color`. */
export interface ReportOptions {
  /** The text of the config. Without it there are no code frames. */
  readonly source?: string;
  /** The parsed config. Without it there are no frames of templates. */
  readonly config?: unknown;
  /** The texts of included files, for the problems in them. */
  readonly included?: readonly IncludedSource[];
  /** The name to print before line and column. Default: `config`. */
  readonly filename?: string;
  /** Whether to colour the report for a terminal. Default: false. */
  readonly color?: boolean;
}

/**
 * Formats problems as text, one paragraph each, without a final newline. Code frames show the text as
 * it is, except for the values of secret-bearing keys.
 *
 * @example
 * ```ts
 * const loaded = await loadHooks("hooks.json5");
 * if (!loaded.ok) console.error(formatProblems(loaded.problems, loaded));
 * ```
 */
export function formatProblems(problems: readonly Problem[], options: ReportOptions = {}): string {
  const paint = options.color === true ? paintText : keepText;
  const frameOf = createFrames(options);
  const blocks = problems.map((problem) => [
    heading(problem, options.filename ?? "config", paint),
    `  ${problem.message}`,
    ...frameOf(problem).map((line) => paint("dim", line)),
    ...templateFrame(problem, options.config).map((line) => paint("dim", line)),
    ...(problem.hint === undefined ? [] : [`  ${paint("hint", problem.hint)}`]),
  ]);
  return blocks.map((lines) => lines.join("\n")).join("\n\n");
}

function heading(
  { severity, code, path, position, file }: Problem,
  filename: string,
  paint: Paint,
): string {
  const location =
    position === undefined ? "" : ` (${file ?? filename}:${position.line}:${position.column})`;
  return `${paint(severity, severity)} ${code} ${configPathToText(path)}${location}`;
}

function createFrames({ source, included = [] }: ReportOptions): (problem: Problem) => string[] {
  const frames = new Map<string | undefined, ReturnType<typeof createSourceFrames>>();
  return ({ file, position }) => {
    const text =
      file === undefined ? source : included.find((one) => one.filename === file)?.source;
    if (text === undefined) return [];
    const frameOf = frames.get(file) ?? createSourceFrames(text);
    frames.set(file, frameOf);
    return frameOf(position);
  };
}

/** Masks the text once for all problems. */
function createSourceFrames(source: string): (position: Position | undefined) => string[] {
  const masked = maskSecrets(source);
  const positionAt = createPositionFinder(masked.text);
  const lines = source.split("\n");
  return (position) => {
    if (position === undefined) return [];
    const before = lines
      .slice(0, position.line - 1)
      .reduce((sum, line) => sum + line.length + 1, 0);
    return indented(
      codeFrame(masked.text, positionAt(masked.toMasked(before + position.column - 1))),
    );
  };
}

/** Templates are text for an agent to read, so they are shown as they are. */
function templateFrame({ path, templatePosition }: Problem, config: unknown): string[] {
  const template = readPath(config, path);
  if (templatePosition === undefined || typeof template !== "string") return [];
  return ["  In the template:", ...indented(codeFrame(template, templatePosition))];
}

function readPath(config: unknown, path: ConfigPath): unknown {
  return path.reduce<unknown>((value, step) => readOwn(value, String(step)), config);
}

function indented(frame: string): string[] {
  return frame.split("\n").map((line) => `  ${line}`);
}

type Paint = (style: keyof typeof STYLES, text: string) => string;

/** SGR codes: bold red, bold yellow, dim, cyan. */
const STYLES = { error: "1;31", warning: "1;33", dim: "2", hint: "36" } as const;

const paintText: Paint = (style, text) => `\u001B[${STYLES[style]}m${text}\u001B[0m`;
const keepText: Paint = (_style, text) => text;

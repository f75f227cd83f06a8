// A run → text for people: every wrong field of every failed case, why, and a line that counts.
import { visibleLine, visibleText, visibleValue } from "@hookwright/base";
import { sayFurtherProblems } from "@hookwright/config";
import type { WrongField } from "@hookwright/testing";
import type { FileCaseResult, SuiteResult } from "@hookwright/testing/files";
import { diffLines } from "diff";
import { problemsToText } from "../../../output/problem-report.ts";
import { count, createStyle, type Style } from "../../../output/style.ts";
import type { TestRun, UnusableFile } from "../run-files.ts";
import { expressionToText } from "./locate-expression.ts";

interface HumanReportOptions {
  /** Also list the cases that pass. */
  readonly verbose: boolean;
  readonly color: boolean;
}

export function runToHuman(run: TestRun, { verbose, color }: HumanReportOptions): string {
  const style = createStyle(color);
  const lines = [
    ...run.unusable.map(({ report }) => `${problemsToText(report, { color })}\n`),
    ...run.suites.flatMap((suite) => suiteToLines(suite, style, verbose)),
    summarize(run, style),
  ];
  return `${lines.join("\n")}\n`;
}

function suiteToLines(suite: SuiteResult, style: Style, verbose: boolean): readonly string[] {
  const { results, orphans, removed } = suite;
  return [
    ...results.flatMap((result) => {
      if (!result.ok) return failureToLines(result, suite, style);
      return verbose || result.written !== undefined ? [passToLine(result, suite, style)] : [];
    }),
    ...describeOrphans(orphans, removed, style),
  ];
}

function passToLine(result: FileCaseResult, { loaded }: SuiteResult, style: Style): string {
  const { testCase, position, written } = result;
  const note = written === undefined ? "" : style.dim(`  snapshot ${written}`);
  return `${style.good("✓")} ${visibleLine(loaded.file)}:${position.line}  ${visibleLine(testCase.name)}${note}`;
}

function failureToLines(
  result: FileCaseResult,
  { loaded }: SuiteResult,
  style: Style,
): readonly string[] {
  const { testCase, position, wrong, reasons } = result;
  const at = `${visibleLine(loaded.file)}:${position.line}`;
  const review = testCase.reviewed ? "" : style.dim("  (not reviewed)");
  return [
    `${style.error("✗")} ${at}  ${style.title(visibleLine(testCase.name))}${review}`,
    ...wrong.flatMap((one) => {
      const place = expressionToText(one, result, loaded);
      return wrongToLines(one, place, style);
    }),
    ...reasons.map(({ label, text }) => `    ${label.padEnd(11)} ${style.hint(visibleLine(text))}`),
  ];
}

const MAX_ORPHANS_SHOWN = 3;

function describeOrphans(
  paths: readonly string[],
  removed: boolean,
  style: Style,
): readonly string[] {
  const shown = paths.slice(0, MAX_ORPHANS_SHOWN).map((path) => {
    if (removed) return style.dim(`removed ${visibleLine(path)}: no case has this snapshot`);
    return `${style.warning("orphan")} ${visibleLine(path)}: no case has this snapshot; --update removes it`;
  });
  const others = paths.length - shown.length;
  if (others === 0) return shown;
  return [...shown, style.dim(`${removed ? "removed" : "orphan"} … and ${others} more`)];
}

function summarize({ suites, passed, failed, durationMs }: TestRun, style: Style): string {
  const seconds = style.dim(` · ${(durationMs / 1000).toFixed(1)} s`);
  const all = suites.flatMap(({ results }) => results);
  const unreviewed = all.filter(({ testCase }) => !testCase.reviewed).length;
  const note = unreviewed === 0 ? "" : ` · ${unreviewed} not reviewed`;
  if (failed > 0) {
    return `${style.error(`${failed} of ${count(all.length, "case")} failed`)}${note}${seconds}`;
  }
  return `${style.good(`${count(passed, "case")} passed`)}${note}${seconds}`;
}

/** Enough to recognize a value; whole texts are in snapshots. */
const MAX_VALUE_CHARS = 300;

/** Lines around a difference. */
const CONTEXT = 1;

/** `place` names the expression that made the first difference, and its position. */
function wrongToLines(
  { field, expected, seen }: WrongField,
  place: string | undefined,
  style: Style,
): readonly string[] {
  const name = `    ${field.padEnd(11)} `;
  const origin = place === undefined ? "" : style.dim(`          ${visibleText(place)}`);
  if (!isText(field) || typeof expected !== "string" || typeof seen !== "string") {
    return [`${name}expected ${show(expected)}   seen ${show(seen)}${origin}`];
  }
  const lines = diffToLines(expected, seen);
  const added = lines.findIndex(({ sign }) => sign === "+");
  return lines.map(({ sign, text }, index) => {
    const start = index === 0 ? name : " ".repeat(name.length);
    const note = index === added ? origin : "";
    return `${start}${PAINT[sign](style)(`${sign} ${text}`)}${note}`;
  });
}

const PAINT = {
  "+": (style: Style) => style.good,
  "-": (style: Style) => style.error,
  " ": (style: Style) => style.dim,
};

interface DiffLine {
  readonly sign: keyof typeof PAINT;
  readonly text: string;
}

function isText(field: string): boolean {
  return /(?:^|\.)(?:text|instructions|prompt|snapshot)$/.test(field);
}

function diffToLines(expected: string, seen: string): readonly DiffLine[] {
  const parts = diffLines(`${expected}\n`, `${seen}\n`);
  return parts.flatMap(({ value, added, removed }, index) => {
    const lines = visibleText(value).replace(/\n$/, "").split("\n");
    if (added) return lines.map((text): DiffLine => ({ sign: "+", text }));
    if (removed) return lines.map((text): DiffLine => ({ sign: "-", text }));
    const shown = shorten(lines, { isFirst: index === 0, isLast: index === parts.length - 1 });
    return shown.map((text): DiffLine => ({ sign: " ", text }));
  });
}

/** Equal lines are shown only around differences. */
function shorten(
  lines: readonly string[],
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): readonly string[] {
  const head = isFirst ? [] : lines.slice(0, CONTEXT);
  const tail = isLast ? [] : lines.slice(-CONTEXT);
  const filled = lines.some((line) => line !== "");
  if (!filled && (isFirst || isLast)) return [];
  return lines.length <= head.length + tail.length ? lines : [...head, "…", ...tail];
}

function show(value: unknown): string {
  if (value === null || value === undefined) return "(none)";
  if (typeof value === "string" && /^[\w.:/-]+$/.test(value)) return value;
  return visibleValue(value, MAX_VALUE_CHARS);
}

/** A file that cannot be run → its problems, one line each. */
export function describeProblems({ report }: UnusableFile): readonly string[] {
  const errors = report.problems.filter(({ severity }) => severity === "error");
  const { furtherProblems = 0 } = report;
  const rest = furtherProblems === 0 ? [] : [sayFurtherProblems(furtherProblems)];
  const lines = errors.map((problem) => {
    const { position } = problem;
    const at = position === undefined ? "" : `:${position.line}:${position.column}`;
    return `${report.filename}${at} ${problem.message}`;
  });
  return [...lines, ...rest];
}

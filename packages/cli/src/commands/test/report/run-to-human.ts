// A run → text for people: every wrong field of every failed case, why, and a line that counts.

import { visibleLine } from "@hookwright/base";
import type { FileCaseResult, SuiteResult } from "@hookwright/testing/files";
import { count } from "../../../output/count.ts";
import { problemsToText } from "../../../output/problem-report.ts";
import { createStyle, type Style } from "../../../output/style.ts";
import type { TestRun } from "../run-files.ts";
import { expressionToText } from "./locate-expression.ts";
import type { ReportOptions } from "./report-options.ts";
import { wrongToLines } from "./wrong-to-lines.ts";

export function runToHuman(run: TestRun, { verbose, color }: ReportOptions): string {
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

/** The others are in the same folder. */
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

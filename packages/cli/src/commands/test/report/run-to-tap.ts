// A run → TAP version 14.

import { visibleJson, visibleText } from "@hookwright/base";
import type { FileCaseResult, LoadedSuite } from "@hookwright/testing/files";
import type { TestRun } from "../run-files.ts";
import { locateAll } from "./locate-expression.ts";
import type { MutantTest, ReportOptions } from "./report-options.ts";
import { describeProblems } from "./run-to-human.ts";

export function runToTap({ suites, unusable }: TestRun, { mutants = [] }: ReportOptions): string {
  const cases = suites.flatMap(({ loaded, results }) =>
    results.map((result) => ({ name: `${loaded.file}: ${result.testCase.name}`, result, loaded })),
  );
  const lines = cases.flatMap(({ name, result, loaded }, index) => [
    `${result.ok ? "ok" : "not ok"} ${index + 1} - ${escapeText(name)}`,
    ...(result.ok ? [] : describeFailure(result, loaded)),
  ]);
  const others = unusable.flatMap((file, index) => [
    `not ok ${cases.length + index + 1} - ${escapeText(file.file)}`,
    ...describeProblems(file).map((line) => `  # ${visibleText(line)}`),
  ]);
  const first = cases.length + unusable.length + 1;
  const tests = mutants.flatMap((suite) => suite.tests);
  const ofMutants = tests.map((one, index) => describeMutant(one, first + index));
  const plan = `1..${first - 1 + tests.length}`;
  return ["TAP version 14", plan, ...lines, ...others, ...ofMutants, ""].join("\n");
}

/** `TODO` is a test that does not pass and need not. */
function describeMutant({ name, state, text }: MutantTest, number: number): string {
  const what = `${number} - mutant ${escapeText(name)}`;
  if (state === "passed") return `ok ${what}`;
  if (state === "skipped") return `not ok ${what} # TODO ${escapeText(text)}`;
  return `not ok ${what}\n  # ${visibleText(text)}`;
}

/** JSON is YAML, which such a block holds. */
function describeFailure(result: FileCaseResult, loaded: LoadedSuite): readonly string[] {
  const { position, reasons } = result;
  const values = { line: position.line, wrong: locateAll(result, loaded), reasons };
  const lines = Object.entries(values).map(([key, value]) => `  ${key}: ${visibleJson(value)}`);
  return ["  ---", ...lines, "  ..."];
}

/** `#` begins a directive. */
function escapeText(text: string): string {
  return visibleText(text).replaceAll("\\", "\\\\").replaceAll("#", "\\#").replaceAll("\n", " ");
}

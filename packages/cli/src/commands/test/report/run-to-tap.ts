// A run → TAP version 14.

import { visibleJson, visibleText } from "../../../output/visible-text.ts";
import type { LoadedSuite } from "../../../testing/load-suite.ts";
import type { FileCaseResult } from "../../../testing/run-suite.ts";
import type { TestRun } from "../run-files.ts";
import { describeProblems } from "./describe-problems.ts";
import { locateAll } from "./locate-expression.ts";

export function runToTap({ suites, unusable }: TestRun): string {
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
  const plan = `1..${cases.length + unusable.length}`;
  return ["TAP version 14", plan, ...lines, ...others, ""].join("\n");
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

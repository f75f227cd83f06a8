// A run → reports for programs: JUnit XML, TAP version 14, or one JSON object, which has the same bytes for the same
// input, unless times are requested.

import { visibleJson, visibleText } from "@hookwright/base";
import { describeWrong } from "@hookwright/testing";
import type { FileCaseResult, LoadedSuite, SuiteResult } from "@hookwright/testing/files";
import { escapeXml } from "../../../output/escape-xml.ts";
import { problemsToJson } from "../../../output/problem-report.ts";
import type { TestRun, UnusableFile } from "../run-files.ts";
import { locateAll, locateExpression, placeToText } from "./locate-expression.ts";
import { describeProblems } from "./run-to-human.ts";

interface ReportOptions {
  /** Also list what passes, and how long it took. */
  readonly verbose: boolean;
  /** The results of the mutants; none without mutation. */
  readonly mutants?: readonly MutantSuite[];
}

/** The mutants of one config, as tests. */
export interface MutantSuite {
  readonly name: string;
  readonly tests: readonly MutantTest[];
}

/** A mutant as a test. */
export interface MutantTest {
  readonly name: string;
  readonly file: string;
  /** Absent for what no file has. */
  readonly line?: number | undefined;
  /** `skipped`: no case notices it, and none has to. */
  readonly state: "passed" | "failed" | "skipped";
  /** Why it did not pass, and which case to add. */
  readonly text: string;
}

export function runToJunit(
  { suites, unusable, passed, failed }: TestRun,
  { mutants = [] }: ReportOptions,
): string {
  const errors = unusable.length;
  const all = mutants.flatMap((suite) => suite.tests);
  const tests = passed + failed + errors + all.length;
  const failures = failed + all.filter(isFailure).length;
  const counts = `tests="${tests}" failures="${failures}" errors="${errors}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="hookwright" ${counts}>`,
    ...suites.flatMap(suiteToXml),
    ...unusable.flatMap(unusableToXml),
    ...mutants.flatMap(mutantsToXml),
    "</testsuites>",
    "",
  ].join("\n");
}

function suiteToXml({ loaded, results }: SuiteResult): readonly string[] {
  const failures = results.filter(({ ok }) => !ok).length;
  const name = escapeXml(loaded.file);
  return [
    `  <testsuite name="${name}" tests="${results.length}" failures="${failures}" errors="0">`,
    ...results.flatMap((result) => caseToXml(result, loaded)),
    "  </testsuite>",
  ];
}

function caseToXml(result: FileCaseResult, loaded: LoadedSuite): readonly string[] {
  const file = escapeXml(loaded.file);
  const { ok, testCase, wrong, reasons, position } = result;
  const at = `name="${escapeXml(testCase.name)}" classname="${file}" file="${file}" line="${position.line}"`;
  if (ok) return [`    <testcase ${at}/>`];
  const lines = [
    ...wrong.flatMap((one) => {
      const place = locateExpression(one, result, loaded);
      return [describeWrong(one), ...(place === undefined ? [] : [`    ${placeToText(place)}`])];
    }),
    ...reasons.map(({ label, text }) => `  ${label}: ${text}`),
  ];
  const first = (lines[0] ?? "").trim();
  return [
    `    <testcase ${at}>`,
    `      <failure message="${escapeXml(first)}">${escapeXml(lines.join("\n"))}</failure>`,
    "    </testcase>",
  ];
}

function unusableToXml(unusable: UnusableFile): readonly string[] {
  const name = escapeXml(unusable.file);
  const lines = describeProblems(unusable);
  const [first = ""] = lines;
  return [
    `  <testsuite name="${name}" tests="1" failures="0" errors="1">`,
    `    <testcase name="${name}" classname="${name}" file="${name}">`,
    `      <error message="${escapeXml(first)}">${escapeXml(lines.join("\n"))}</error>`,
    "    </testcase>",
    "  </testsuite>",
  ];
}

function mutantsToXml({ name, tests }: MutantSuite): readonly string[] {
  const failures = tests.filter(isFailure).length;
  const skipped = tests.filter(({ state }) => state === "skipped").length;
  const counts = `tests="${tests.length}" failures="${failures}" errors="0" skipped="${skipped}"`;
  return [
    `  <testsuite name="${escapeXml(name)}" ${counts}>`,
    ...tests.flatMap((test) => mutantToXml(test, name)),
    "  </testsuite>",
  ];
}

function mutantToXml(
  { name, file, line, state, text }: MutantTest,
  suite: string,
): readonly string[] {
  const position = line === undefined ? "" : ` line="${line}"`;
  const at = `name="${escapeXml(name)}" classname="${escapeXml(suite)}" file="${escapeXml(file)}"${position}`;
  if (state === "passed") return [`    <testcase ${at}/>`];
  const element = state === "failed" ? "failure" : "skipped";
  return [
    `    <testcase ${at}>`,
    `      <${element} message="${escapeXml(text)}"/>`,
    "    </testcase>",
  ];
}

function isFailure({ state }: MutantTest): boolean {
  return state === "failed";
}

export function runToTap({ suites, unusable }: TestRun, { mutants = [] }: ReportOptions): string {
  const cases = suites.flatMap(({ loaded, results }) =>
    results.map((result) => ({ name: `${loaded.file}: ${result.testCase.name}`, result, loaded })),
  );
  const lines = cases.flatMap(({ name, result, loaded }, index) => [
    `${result.ok ? "ok" : "not ok"} ${index + 1} - ${escapeTap(name)}`,
    ...(result.ok ? [] : failureToTap(result, loaded)),
  ]);
  const others = unusable.flatMap((file, index) => [
    `not ok ${cases.length + index + 1} - ${escapeTap(file.file)}`,
    ...describeProblems(file).map((line) => `  # ${visibleText(line)}`),
  ]);
  const first = cases.length + unusable.length + 1;
  const tests = mutants.flatMap((suite) => suite.tests);
  const ofMutants = tests.map((one, index) => mutantToTap(one, first + index));
  const plan = `1..${first - 1 + tests.length}`;
  return ["TAP version 14", plan, ...lines, ...others, ...ofMutants, ""].join("\n");
}

/** `TODO` is a test that need not pass. */
function mutantToTap({ name, state, text }: MutantTest, number: number): string {
  const what = `${number} - mutant ${escapeTap(name)}`;
  if (state === "passed") return `ok ${what}`;
  if (state === "skipped") return `not ok ${what} # TODO ${escapeTap(text)}`;
  return `not ok ${what}\n  # ${visibleText(text)}`;
}

/** The block is YAML, and JSON is valid YAML. */
function failureToTap(result: FileCaseResult, loaded: LoadedSuite): readonly string[] {
  const { position, reasons } = result;
  const values = { line: position.line, wrong: locateAll(result, loaded), reasons };
  const lines = Object.entries(values).map(([key, value]) => `  ${key}: ${visibleJson(value)}`);
  return ["  ---", ...lines, "  ..."];
}

/** `#` begins a directive. */
function escapeTap(text: string): string {
  return visibleText(text).replaceAll("\\", "\\\\").replaceAll("#", "\\#").replaceAll("\n", " ");
}

export function runToJson(run: TestRun, { verbose }: ReportOptions): string {
  const { suites, unusable, passed, failed, durationMs } = run;
  const report = {
    schema: "hookwright.test/1",
    ok: failed === 0 && unusable.length === 0,
    passed,
    failed,
    files: suites.map(suiteToJson),
    unusable: unusable.map(({ file, isOfConfig, report: problems }) => ({
      testFile: file,
      isOfConfig,
      ...problemsToJson(problems, false),
    })),
    ...(verbose && { durationMs: Math.round(durationMs) }),
  };
  return `${visibleJson(report, 2)}\n`;
}

function suiteToJson({ loaded, results, orphans, removed }: SuiteResult): object {
  return {
    file: loaded.file,
    config: loaded.suite.configFile,
    cases: results.map((result) => caseToJson(result, loaded)),
    orphans,
    removed,
  };
}

function caseToJson(result: FileCaseResult, loaded: LoadedSuite): object {
  const { testCase, ok, position, reasons, snapshot, written } = result;
  return {
    name: testCase.name,
    ...position,
    ok,
    ...(!testCase.reviewed && { reviewed: false }),
    wrong: locateAll(result, loaded),
    reasons,
    ...(snapshot !== undefined && { snapshot: written ?? snapshot.state }),
  };
}

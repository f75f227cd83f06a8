// A run → XML as JUnit writes it, for build servers.

import { visibleText } from "@hookwright/base";
import { describeWrong } from "@hookwright/testing";
import type { FileCaseResult, LoadedSuite, SuiteResult } from "@hookwright/testing/files";
import type { TestRun, UnusableFile } from "../run-files.ts";
import { locateExpression, placeToText } from "./locate-expression.ts";
import type { MutantSuite, MutantTest, ReportOptions } from "./report-options.ts";
import { describeProblems } from "./run-to-human.ts";

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
    ...suites.flatMap(describeSuite),
    ...unusable.flatMap(describeUnusable),
    ...mutants.flatMap(describeMutants),
    "</testsuites>",
    "",
  ].join("\n");
}

function describeSuite({ loaded, results }: SuiteResult): readonly string[] {
  const failures = results.filter(({ ok }) => !ok).length;
  const name = escapeXml(loaded.file);
  return [
    `  <testsuite name="${name}" tests="${results.length}" failures="${failures}" errors="0">`,
    ...results.flatMap((result) => describeCase(result, loaded)),
    "  </testsuite>",
  ];
}

function describeCase(result: FileCaseResult, loaded: LoadedSuite): readonly string[] {
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

function describeUnusable(unusable: UnusableFile): readonly string[] {
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

function describeMutants({ name, tests }: MutantSuite): readonly string[] {
  const failures = tests.filter(isFailure).length;
  const skipped = tests.filter(({ state }) => state === "skipped").length;
  const counts = `tests="${tests.length}" failures="${failures}" errors="0" skipped="${skipped}"`;
  return [
    `  <testsuite name="${escapeXml(name)}" ${counts}>`,
    ...tests.flatMap((test) => describeMutant(test, name)),
    "  </testsuite>",
  ];
}

function describeMutant(
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

/** XML 1.0 has no way to write these, not even escaped. The others that control a terminal are made visible. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#9;",
  "\n": "&#10;",
};

function escapeXml(text: string): string {
  return visibleText(text)
    .replaceAll(NOT_IN_XML, "\ufffd")
    .replaceAll(/[&<>"\t\n]/g, (character) => ENTITIES[character] as string);
}

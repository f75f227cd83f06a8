// A run → XML as JUnit writes it, for build servers.
import { describeWrong } from "@hookwright/core/testing";
import type { LoadedSuite } from "../../../testing/load-suite.ts";
import type { FileCaseResult, SuiteResult } from "../../../testing/run-suite.ts";
import type { TestRun, UnusableFile } from "../run-files.ts";
import { describeProblems } from "./describe-problems.ts";
import { locateExpression, placeToText } from "./locate-expression.ts";

export function runToJunit({ suites, unusable, passed, failed }: TestRun): string {
  const errors = unusable.length;
  const counts = `tests="${passed + failed + errors}" failures="${failed}" errors="${errors}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="hookwright" ${counts}>`,
    ...suites.flatMap(describeSuite),
    ...unusable.flatMap(describeUnusable),
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

/** XML 1.0 has no way to write these, not even escaped. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

function escapeXml(text: string): string {
  return text
    .replaceAll(NOT_IN_XML, "\ufffd")
    .replaceAll(/[&<>"\t\n\r]/g, (character) => ENTITIES[character] as string);
}

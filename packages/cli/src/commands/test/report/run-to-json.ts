// A run → one JSON object. The same input gives the same bytes, unless times are asked for.

import { visibleJson } from "@hookwright/base";
import type { FileCaseResult, LoadedSuite, SuiteResult } from "@hookwright/testing/files";
import { problemsToJson } from "../../../output/problem-report.ts";
import type { TestRun } from "../run-files.ts";
import { locateAll } from "./locate-expression.ts";
import type { ReportOptions } from "./report-options.ts";

export function runToJson(run: TestRun, { verbose }: ReportOptions): string {
  const { suites, unusable, passed, failed, durationMs } = run;
  const report = {
    schema: "hookwright.test/1",
    ok: failed === 0 && unusable.length === 0,
    passed,
    failed,
    files: suites.map(describeSuite),
    unusable: unusable.map(({ file, isOfConfig, report: problems }) => ({
      testFile: file,
      isOfConfig,
      ...problemsToJson(problems, false),
    })),
    ...(verbose && { durationMs: Math.round(durationMs) }),
  };
  return `${visibleJson(report, 2)}\n`;
}

function describeSuite({ loaded, results, orphans, removed }: SuiteResult): object {
  return {
    file: loaded.file,
    config: loaded.suite.configFile,
    cases: results.map((result) => describeCase(result, loaded)),
    orphans,
    removed,
  };
}

function describeCase(result: FileCaseResult, loaded: LoadedSuite): object {
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

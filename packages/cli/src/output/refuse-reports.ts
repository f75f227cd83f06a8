// Reports of files that cannot be used → standard error, as text or as JSON.

import { visibleJson } from "@hookwright/base";
import type { LoadReport } from "@hookwright/config";
import type { Io } from "../io.ts";
import { styleOf } from "./color.ts";
import { problemsToJson, problemsToText } from "./problem-report.ts";

export function refuseReports(
  reports: readonly LoadReport[],
  isJson: boolean,
  { stderr, env }: Io,
): void {
  for (const report of reports) {
    const text = isJson
      ? visibleJson({ schema: "hookwright.problems/1", ...problemsToJson(report, false) })
      : problemsToText(report, styleOf(stderr, env));
    stderr.write(`${text}\n`);
  }
}

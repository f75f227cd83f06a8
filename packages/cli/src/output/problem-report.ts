// What loading a config found → the report for people, and the one for programs.
import { formatProblems } from "@hookwright/adapter-node";
import type { Problem } from "@hookwright/core";
import type { LoadingReport } from "../config/loading.ts";
import { count } from "./count.ts";

/** A paragraph with a code frame for each problem, and a last line that counts them. */
export function problemsToText(loading: LoadingReport, color: boolean): string {
  const { problems, filename } = loading;
  const report = formatProblems(problems, { ...loading, color });
  const warnings = problems.filter(({ severity }) => severity === "warning").length;
  const errors = problems.length - warnings;
  const summary = `${filename}: ${count(errors, "error")}, ${count(warnings, "warning")}.`;
  return report === "" ? summary : `${report}\n\n${summary}`;
}

/** The text of the config stays out of it. */
export interface ProblemsJson {
  readonly ok: boolean;
  readonly file: string;
  readonly problems: readonly Problem[];
}

export function problemsToJson({ filename, problems }: LoadingReport, ok: boolean): ProblemsJson {
  return { ok, file: filename, problems };
}

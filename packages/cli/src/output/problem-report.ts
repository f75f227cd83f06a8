// The report of a load → its text for people, or its JSON for programs.
import { formatProblems, type LoadReport } from "@hookwright/config";
import type { Problem, Severity } from "@hookwright/core";
import { count } from "./count.ts";

/** A paragraph with a code frame for each problem, and a last line that counts them. */
export function problemsToText(report: LoadReport, color: boolean): string {
  const { problems, filename } = report;
  const text = formatProblems(problems, { ...report, color });
  const number = (wanted: Severity): number =>
    problems.filter(({ severity }) => severity === wanted).length;
  const hints = number("hint") === 0 ? "" : `, ${count(number("hint"), "hint")}`;
  const summary = `${filename}: ${count(number("error"), "error")}, ${count(number("warning"), "warning")}${hints}.`;
  return text === "" ? summary : `${text}\n\n${summary}`;
}

/** Does not contain the text of the config, which may have secrets. */
export interface ProblemsJson {
  readonly ok: boolean;
  readonly file: string;
  readonly problems: readonly Problem[];
}

export function problemsToJson({ filename, problems }: LoadReport, ok: boolean): ProblemsJson {
  return { ok, file: filename, problems: problems.map((one) => ({ ...one, docs: docsOf(one) })) };
}

/** An anchor for each code. */
function docsOf({ code }: Problem): string {
  return `https://github.com/hookwright/hookwright/blob/main/docs/error-codes.md#${code}`;
}

// The report of a load → its text for people, or its JSON for programs.
import { formatProblems, type LoadReport, limitProblems } from "@hookwright/config";
import type { Problem, Severity } from "@hookwright/core";
import { count } from "./count.ts";
import { visibleLine, visibleText } from "./visible-text.ts";

/** A paragraph with a code frame for each problem, and a last line that counts them. */
export function problemsToText(report: LoadReport, color: boolean): string {
  const { problems, filename, furtherProblems = 0 } = limitReport(report);
  const text = formatVisible({ ...report, problems, furtherProblems }, color);
  const number = (wanted: Severity): number =>
    problems.filter(({ severity }) => severity === wanted).length;
  const hints = number("hint") === 0 ? "" : `, ${count(number("hint"), "hint")}`;
  const more = furtherProblems === 0 ? "" : `, ${furtherProblems} more`;
  const summary = `${visibleLine(filename)}: ${count(number("error"), "error")}, ${count(number("warning"), "warning")}${hints}${more}.`;
  return text === "" ? summary : `${text}\n\n${summary}`;
}

/**
 * Attack: keys, names and lines of a config may have sequences that rewrite the screen. A report that has one is shown
 * without colours, because its own sequences could not be told from ours.
 */
function formatVisible(report: LoadReport, color: boolean): string {
  const problems = report.problems.map(({ message, hint, ...problem }) => ({
    ...problem,
    message: visibleLine(message),
    // A hint may be lines to copy. Indented, none of them looks like a problem of its own.
    ...(hint !== undefined && { hint: hint.replaceAll("\n", "\n  ") }),
  }));
  const plain = formatProblems(problems, report);
  const visible = visibleText(plain);
  return color && visible === plain ? formatProblems(problems, { ...report, color }) : visible;
}

/** Problems of a host are added to those of its config. */
function limitReport(report: LoadReport): LoadReport {
  return { ...report, ...limitProblems(report.problems, report.furtherProblems) };
}

/** Does not contain the text of the config, which may have secrets. */
export interface ProblemsJson {
  readonly ok: boolean;
  readonly file: string;
  /** At most 100, errors first. */
  readonly problems: readonly Problem[];
  /** How many more there are. Absent: none. */
  readonly furtherProblems?: number;
}

export function problemsToJson(report: LoadReport, ok: boolean): ProblemsJson {
  const { filename, problems, furtherProblems } = limitReport(report);
  return {
    ok,
    file: filename,
    problems: problems.map((one) => ({ ...one, docs: docsOf(one) })),
    ...(furtherProblems !== undefined && { furtherProblems }),
  };
}

/** An anchor for each code. */
function docsOf({ code }: Problem): string {
  return `https://github.com/hookwright/hookwright/blob/main/docs/error-codes.md#${code}`;
}

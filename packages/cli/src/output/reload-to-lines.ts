// The result of a reload → one line for it, and one for each problem.

import { visibleText } from "@hookwright/base";
import { type LoadedHooks, type LoadResult, sayFurtherProblems } from "@hookwright/config/runtime";
import type { Problem } from "@hookwright/core";
import { configPathToText, type RuntimeHooks } from "@hookwright/core/runtime";
import { describeEndpoint } from "./describe-endpoint.ts";
import type { Style } from "./style.ts";
import { count } from "./style.ts";

/** After a failed reload, the previous hooks stay in use. */
export type Reload = LoadResult<Pick<LoadedHooks<RuntimeHooks>, "hooks">>;

/** Writes one line for each problem, because a report of many lines would hide the lines of requests. */
export function reloadToLines(reload: Reload, style: Style): readonly string[] {
  const { problems, filename, furtherProblems = 0 } = reload;
  return [
    describe(reload, style),
    ...problems.map((problem) => problemToLine(problem, filename, style)),
    ...(furtherProblems === 0 ? [] : [`  ${sayFurtherProblems(furtherProblems)}`]),
  ];
}

function describe(reload: Reload, style: Style): string {
  const { filename, problems, furtherProblems } = reload;
  if (reload.ok) return `${style.good("Reloaded")} ${filename}. ${describeEndpoint(reload.hooks)}`;
  const errors = problems.filter(({ severity }) => severity === "error").length;
  // Errors come first, so there may be more errors only if all are errors.
  const isAll = furtherProblems === undefined || errors < problems.length;
  const number = `${isAll ? "" : "at least "}${count(errors, "error")}`;
  return `${style.error("Not reloaded")}: ${filename} has ${number}; the previous hooks stay in use.`;
}

function problemToLine(problem: Problem, filename: string, style: Style): string {
  const { severity, code, path, position, file, message, hint } = problem;
  const location =
    position === undefined ? "" : ` (${file ?? filename}:${position.line}:${position.column})`;
  const advice = hint === undefined ? "" : ` ${style.hint(toLine(hint))}`;
  return `  ${style[severity](severity)} ${code} ${configPathToText(path)}${location} ${toLine(message)}${advice}`;
}

function toLine(text: string): string {
  return visibleText(text.replace(/\s+/g, " "));
}

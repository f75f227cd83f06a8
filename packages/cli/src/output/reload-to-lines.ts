// What a reload came to → a line for it, and one for each problem.
import { configPathToText, type Problem } from "@hookwright/core";
import type { Reload } from "../config/watch-config.ts";
import { count } from "./count.ts";
import { describeEndpoint } from "./describe-endpoint.ts";
import type { Style } from "./style.ts";
import { visibleText } from "./visible-text.ts";

/** One line each: between requests, a whole report would hide them. */
export function reloadToLines(reload: Reload, style: Style): readonly string[] {
  const { problems, filename } = reload;
  return [
    describe(reload, style),
    ...problems.map((problem) => problemToLine(problem, filename, style)),
  ];
}

function describe({ hooks, filename, problems }: Reload, style: Style): string {
  if (hooks !== undefined) {
    return `${style.good("Reloaded")} ${filename}. ${describeEndpoint(hooks)}`;
  }
  const errors = problems.filter(({ severity }) => severity === "error").length;
  return `${style.error("Not reloaded")}: ${filename} has ${count(errors, "error")}; what was loaded before goes on.`;
}

function problemToLine(problem: Problem, filename: string, style: Style): string {
  const { severity, code, path, position, message, hint } = problem;
  const place = position === undefined ? "" : ` (${filename}:${position.line}:${position.column})`;
  const advice = hint === undefined ? "" : ` ${style.hint(toLine(hint))}`;
  return `  ${style[severity](severity)} ${code} ${configPathToText(path)}${place} ${toLine(message)}${advice}`;
}

function toLine(text: string): string {
  return visibleText(text.replace(/\s+/g, " "));
}

// An explanation → its text for people: notes, mappings, expressions, stages, result.
import type { Explanation, Resolution } from "@hookwright/core";
import type { Style } from "../style.ts";
import { visibleText } from "../visible-text.ts";
import { fieldsToLines } from "./fields-to-lines.ts";
import { matchesToLines } from "./matches-to-lines.ts";
import { resolutionToLines } from "./resolution-to-lines.ts";

/** Without a final newline. Attack: text of the payload must not control the terminal. */
export function explanationToText(explanation: Explanation, style: Style): string {
  const { notes, matches, stages, resolution } = explanation;
  const [first = ""] = stages;
  const warning = isTextEmpty(resolution)
    ? `${style.warning("warning")} ${visibleText(first)}\n\n`
    : "";
  const sections: [title: string, lines: readonly string[]][] = [
    ["Notes", notes.map(({ code, message }) => `${visibleText(message)} (${code})`)],
    ["Mappings", matchesToLines(matches, style)],
    ["Rendered", fieldsToLines(explanation, style)],
    ["Stages", stages.map((sentence, index) => `${index + 1}. ${visibleText(sentence)}`)],
    ["Result", resolutionToLines(resolution, style)],
  ];
  const text = sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => [style.title(title), ...lines.map((line) => `  ${line}`)].join("\n"))
    .join("\n\n");
  return warning + text;
}

/** The first stage says so then. */
function isTextEmpty(resolution: Resolution): boolean {
  if (resolution.outcome === "batch") {
    return resolution.elements.some((element) => isTextEmpty(element.resolution));
  }
  return resolution.outcome === "action" && resolution.emptyExpressions !== undefined;
}

// An explanation → its text for people: notes, mappings, expressions, stages, result.

import { visibleLine } from "@hookwright/base";
import type { Explanation, ExplanationNote, Resolution } from "@hookwright/core";
import type { Style } from "../style.ts";
import { elementsToLines } from "./elements-to-lines.ts";
import { fieldsToLines } from "./fields-to-lines.ts";
import { matchesToLines } from "./matches-to-lines.ts";
import { resolutionToLines } from "./resolution-to-lines.ts";

/** Without a final newline. Attack: text of the payload must not control the terminal. */
export function explanationToText(explanation: Explanation, style: Style): string {
  const { notes, matches, elements, stages, resolution } = explanation;
  const [first = ""] = stages;
  const warning = isTextEmpty(resolution)
    ? `${style.warning("warning")} ${visibleLine(first)}\n\n`
    : "";
  const sections: [title: string, lines: readonly string[]][] = [
    ["Notes", notes.map(noteToLine)],
    ["Mappings", matchesToLines(matches, style)],
    ["Elements", elementsToLines(elements, style)],
    ["Rendered", fieldsToLines(explanation, style)],
    ["Stages", stages.map((sentence, index) => `${index + 1}. ${visibleLine(sentence)}`)],
    ["Result", isUndecided(explanation) ? [UNDECIDED] : resolutionToLines(resolution, style)],
  ];
  const text = sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => [style.title(title), ...lines.map((line) => `  ${line}`)].join("\n"))
    .join("\n\n");
  return warning + text;
}

const UNDECIDED =
  "Not decided: the mapping has no text of its own, and its transform was left out.";

/** Whether nothing but the transform, which was left out, could tell what becomes of the event. */
export function isUndecided({ notes, resolution }: Explanation): boolean {
  if (!notes.some(({ code }) => code === "transform_left_out")) return false;
  return resolution.outcome === "refused" && resolution.refusal.code === "empty_text";
}

function noteToLine({ code, message }: ExplanationNote): string {
  const hint = code === "transform_left_out" ? " Run it with --transforms run." : "";
  return `${visibleLine(message)}${hint} (${code})`;
}

/** The first stage says so then. */
function isTextEmpty(resolution: Resolution): boolean {
  if (resolution.outcome === "batch") {
    return resolution.elements.some((element) => isTextEmpty(element.resolution));
  }
  return resolution.outcome === "action" && resolution.emptyExpressions !== undefined;
}

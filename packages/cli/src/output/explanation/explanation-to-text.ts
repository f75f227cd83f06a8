// An explanation → its text for people: notes, mappings, expressions, stages, result.
import type { Explanation } from "@hookwright/core";
import type { Style } from "../style.ts";
import { visibleText } from "../visible-text.ts";
import { fieldsToLines } from "./fields-to-lines.ts";
import { matchesToLines } from "./matches-to-lines.ts";
import { resolutionToLines } from "./resolution-to-lines.ts";

/** Without a final newline. Attack: text of the payload must not control the terminal. */
export function explanationToText(explanation: Explanation, style: Style): string {
  const { notes, matches, stages, resolution } = explanation;
  const sections: [title: string, lines: readonly string[]][] = [
    ["Notes", notes.map(({ code, message }) => `${visibleText(message)} (${code})`)],
    ["Mappings", matchesToLines(matches, style)],
    ["Rendered", fieldsToLines(explanation, style)],
    ["Stages", stages.map((sentence, index) => `${index + 1}. ${visibleText(sentence)}`)],
    ["Result", resolutionToLines(resolution, style)],
  ];
  return sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => [style.title(title), ...lines.map((line) => `  ${line}`)].join("\n"))
    .join("\n\n");
}

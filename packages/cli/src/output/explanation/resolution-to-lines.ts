// A resolution → lines for people: the action field by field, or why there is none.

import { visibleText } from "@hookwright/base";
import type { Action, Resolution } from "@hookwright/core";
import { count } from "../count.ts";
import type { Style } from "../style.ts";

export function resolutionToLines(resolution: Resolution, style: Style): readonly string[] {
  switch (resolution.outcome) {
    case "unmatched":
      return [
        `${style.error("Not found")}: no mapping takes this event. The sender gets 404.`,
        ...(resolution.detail === undefined ? [] : [`  ${visibleText(resolution.detail)}`]),
      ];
    case "handled":
      return [`${style.good("Handled")}: there is nothing to do. The sender gets 204.`];
    case "skipped":
      return [
        `${style.good("Skipped")}: the mapping takes its events and does nothing. The sender gets 204.`,
      ];
    case "refused":
      return describeRefusal(resolution, style);
    case "action":
      return describeAction(resolution, style);
    case "batch":
      return describeBatch(resolution, style);
  }
}

type Outcome<Name extends Resolution["outcome"]> = Extract<Resolution, { outcome: Name }>;

function describeRefusal({ refusal }: Outcome<"refused">, style: Style): readonly string[] {
  const { status, code, message, issues, detail } = refusal;
  return [
    `${style.error("Refused")} with ${status} ${code}: ${visibleText(message)}`,
    ...issues.map((issue) => `  ${visibleText(`${issue.path}: ${issue.message}`)}`),
    ...(detail === undefined ? [] : [`  ${visibleText(detail)}`]),
  ];
}

function describeAction(resolution: Outcome<"action">, style: Style): readonly string[] {
  const { action, warnings, notes = [] } = resolution;
  return [
    `${style.good("Action")}: ${action.kind}. The sender gets ${action.kind === "wake" ? 200 : 202}.`,
    ...fieldsOf(action).map(([name, value]) => `  ${name}: ${visibleText(String(value))}`),
    ...quote(action.kind === "wake" ? action.text : action.message, style),
    ...[...warnings, ...notes].map((note) => `${style.warning("note")} ${visibleText(note)}`),
  ];
}

function fieldsOf(action: Action): readonly [name: string, value: unknown][] {
  const shownElsewhere = new Set(["kind", "text", "message", "parts", "untrustedText"]);
  return Object.entries(action).filter(([name]) => !shownElsewhere.has(name));
}

function quote(text: string, style: Style): readonly string[] {
  return text.split("\n").map((line) => `  ${style.dim("│")} ${visibleText(line)}`.trimEnd());
}

function describeBatch(batch: Outcome<"batch">, style: Style): readonly string[] {
  const { elements, skipped } = batch;
  return [
    `${style.good("Batch")} of ${count(elements.length, "element")}.`,
    ...elements.flatMap(({ index, resolution }) => {
      const [first, ...rest] = resolutionToLines(resolution, style);
      return [`[${index}] ${first}`, ...rest.map((line) => `    ${line}`)];
    }),
    ...(skipped === 0 ? [] : [`${style.warning("note")} ${count(skipped, "element")} left out.`]),
  ];
}

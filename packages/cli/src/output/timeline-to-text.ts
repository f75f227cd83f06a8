// The time line of an id → lines for people, in which text from outside is marked. Harmless to a terminal.
import { visibleText } from "@hookwright/base";
import type { Step, Timeline } from "@hookwright/host";
import { block, formatMoment, oneLineOf } from "./host-records.ts";

export function timelineToText({ steps, isOpen }: Timeline): string {
  const lines = steps.map(stepToText);
  return [
    ...lines,
    isOpen ? "It has not ended: --follow prints what happens next." : "It has ended.",
  ].join("\n");
}

const KIND_WIDTH = "heartbeat".length;

/** Detail that the other lines of the step have. */
const SHOWN: ReadonlySet<string> = new Set(["text", "characters"]);

export function stepToText(step: Step): string {
  const { at, ms, kind, id, state, code, title, detail = {}, tainted } = step;
  const states = code === undefined || state.endsWith(code) ? state : `${state}, ${code}`;
  const duration = ms === undefined ? "" : ` (${ms} ms)`;
  const first = `${formatMoment(at)}  ${kind.padEnd(KIND_WIDTH)}  ${oneLineOf(states)}${duration}`;
  const rest = Object.entries(detail)
    .filter(([name]) => !SHOWN.has(name))
    .map(
      ([name, value]) =>
        `${wordsOf(name)} ${isTime(name, value) ? formatMoment(value) : oneLineOf(String(value))}`,
    );
  const facts = [`${kind === "match" ? "mapping" : "id"} ${oneLineOf(id)}`, ...rest].join(", ");
  return [first, `    ${oneLineOf(title)}`, `    ${facts}`, ...textOf(detail, tainted)].join("\n");
}

function textOf(detail: NonNullable<Step["detail"]>, tainted: true | undefined): readonly string[] {
  const { text, characters } = detail;
  if (typeof text !== "string") return [];
  const size = characters === undefined ? "" : ` (the first 2,000 of ${characters} characters)`;
  const source =
    tainted === true ? "text from outside, or of a model that may have read such text" : "text";
  return [
    `    ${source}${size}:`,
    ...block(visibleText(text), tainted === true ? "    │ " : "      "),
  ];
}

function wordsOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function isTime(name: string, value: unknown): value is number {
  return typeof value === "number" && /(?:At|Since)$/.test(name);
}

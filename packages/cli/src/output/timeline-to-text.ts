// The time line of an id → lines for people, in which text from outside is marked. Harmless to a terminal.
import { visibleText } from "@hookwright/base";
import type { Step, Timeline } from "@hookwright/host";
import { block, formatMoment, oneLineOf } from "./host-records.ts";

export function timelineToText({ steps, isOpen }: Timeline): string {
  const lines = steps.map(stepToText);
  const end = steps.some(({ state }) => state === "waiting")
    ? "Nothing more is due."
    : "It has ended.";
  const next = "Not everything has ended: --follow prints what happens next.";
  return [...lines, isOpen ? next : end].join("\n");
}

const KIND_WIDTH = "heartbeat".length;

/** Detail that other lines of the step have. */
const SHOWN: ReadonlySet<string> = new Set(["text", "characters"]);

export function stepToText(step: Step): string {
  const { at, ms, kind, id, state, code, title, detail = {}, tainted } = step;
  const states = code === undefined || state.endsWith(code) ? state : `${state}, ${code}`;
  const duration = ms === undefined ? "" : ` (${ms} ms)`;
  const first = `${formatMoment(at)}  ${kind.padEnd(KIND_WIDTH)}  ${oneLineOf(states)}${duration}`;
  const facts = Object.entries(detail)
    .filter(([name, value]) => !SHOWN.has(name) && value !== "")
    .map(([name, value]) => factToText(name, value));
  // The title of a match has its only id.
  const lines = kind === "match" ? [] : [[`id ${oneLineOf(id)}`, ...facts].join(", ")];
  return [
    first,
    ...[oneLineOf(title), ...lines].map((line) => `    ${line}`),
    ...textOf(detail, tainted),
  ].join("\n");
}

/** `agentId`, "main" → agent main */
function factToText(name: string, value: string | number | boolean): string {
  const words = name.replace(/Id$/, "").replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const isTime = typeof value === "number" && /(?:At|Since|Until)$/.test(name);
  return `${words} ${isTime ? formatMoment(value) : oneLineOf(String(value))}`;
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

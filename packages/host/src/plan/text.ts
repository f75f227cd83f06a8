// Texts → one line of them, their beginning, or the same text with indented lines.
import type { RunRecord } from "../model/records.ts";

/** All characters that end a line somewhere, and the tab. */
const BREAKS = /[\t-\r\x1c-\x1e\x85\u2028\u2029]+/g;

const LINE_ENDS = /\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/g;

/** Other controls, and the marks that turn the direction of text. */
const CONTROLS = /[\0-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069]+/g;

/** The text on one line, at most `max` UTF-16 units long. */
export function toOneLine(text: string, max: number): string {
  const line = text.replace(CONTROLS, "").replace(BREAKS, " ").trim();
  return line.length <= max ? line : `${cutText(line, max - 1)}…`;
}

/** The first `max` UTF-16 units, one less where the cut would go through a surrogate pair. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  return text.slice(0, isPairAt(text, max) ? max - 1 : max);
}

/** Whether a cut at this index would go through a surrogate pair. */
export function isPairAt(text: string, index: number): boolean {
  const before = text.charCodeAt(index - 1);
  const after = text.charCodeAt(index);
  return (before & 0xfc00) === 0xd800 && (after & 0xfc00) === 0xdc00;
}

/** Every line but the first begins with two spaces, whatever character ended the line before. */
export function indentLines(text: string): string {
  return text.replace(LINE_ENDS, "\n  ");
}

const MAX_NAME_CHARACTERS = 100;

/** The name that the core gives to a run without a name. */
const DEFAULT_NAME = "Hook";

/** A name that came from outside belongs inside the fence, so the title has the mapping's id. */
interface RunTitle {
  readonly title: string;
  /** The name that came from outside; absent where the title has it, or where there is none. */
  readonly taintedName?: string;
}

/** Runs and wakes → the titles under which they are shown. A title is operator's text only. */
export function titleOfRun(
  run: Pick<RunRecord, "action" | "taintedFields" | "mappingId">,
): RunTitle {
  const name = toOneLine(run.action.name, MAX_NAME_CHARACTERS);
  const own = titleOfHook(run.mappingId);
  if (name === "" || name === DEFAULT_NAME) return { title: own };
  if (run.taintedFields.includes("name")) return { title: own, taintedName: name };
  return { title: `Hook ${name}` };
}

export function titleOfHook(mappingId: string | undefined): string {
  return join("Hook", mappingId);
}

export function titleOfWake(mappingId: string | undefined): string {
  return join("Wake", mappingId);
}

function join(word: string, mappingId: string | undefined): string {
  return mappingId === undefined ? word : `${word} ${toOneLine(mappingId, MAX_NAME_CHARACTERS)}`;
}

/** Milliseconds since the epoch → date and time in a zone that is named: `2026-11-21 20:30:05 UTC`. */
export function formatTime(at: number, timeZone: string): string {
  if (timeZone === "UTC") return `${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`;
  const parts = createFormat(timeZone).formatToParts(at);
  const read = (type: Intl.DateTimeFormatPartTypes): string =>
    parts.find((part) => part.type === type)?.value ?? "";
  const date = `${read("year")}-${read("month")}-${read("day")}`;
  return `${date} ${read("hour")}:${read("minute")}:${read("second")} ${timeZone}`;
}

function createFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
}

// A line from a worker → the message in it, or undefined. Never throws.
//
// Attack: a module can write to the pipe of its worker, so each message is checked like outside data.

import { readMember } from "@hookwright/base";
import type { ExportCall } from "../calls/call-export.ts";
import {
  type CallResult,
  type ExportDescription,
  MAX_SOURCE_CHARS,
  MAX_THROWN_CHARS,
  type ThrownDescription,
} from "../calls/call-result.ts";

export function readMessage(line: string): MessageFromWorker | undefined {
  const message = parse(line);
  const check = CHECKS.get(readMember(message, "kind"));
  return check?.(message) === true ? (message as MessageFromWorker) : undefined;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";

/** The worker cuts these texts; a longer one would put megabytes into a log or a pattern. */
const isTextUpTo =
  (maxChars: number): Check =>
  (value) =>
    typeof value === "string" && value.length <= maxChars;

const isOptional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

const isList =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

const hasFields =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    Object.entries(fields).every(([key, check]) => check(readMember(value, key)));

const isError = hasFields({
  name: isTextUpTo(MAX_THROWN_CHARS.name),
  message: isTextUpTo(MAX_THROWN_CHARS.message),
  stack: isTextUpTo(MAX_THROWN_CHARS.stack),
});

/** The longest reason contains the message of an error. */
const isReason = isTextUpTo(2 * MAX_THROWN_CHARS.message);

const isThrown: Check = (value) =>
  readMember(value, "isError") === true ? isError(value) : isReason(readMember(value, "type"));

const OUTCOMES: ReadonlyMap<unknown, Check> = new Map([
  ["result", () => true],
  ["threw", hasFields({ thrown: isThrown })],
  ["failed", hasFields({ reason: isReason })],
]);

const isOutcome: Check = (value) => OUTCOMES.get(readMember(value, "kind"))?.(value) ?? false;

const isExport = hasFields({
  name: isText,
  path: isOptional(isList(isText)),
  source: isOptional(isTextUpTo(MAX_SOURCE_CHARS)),
});

const CHECKS: ReadonlyMap<unknown, Check> = new Map([
  ["loaded", hasFields({ exports: isList(isExport) })],
  ["unloadable", hasFields({ thrown: isThrown })],
  ["taken", hasFields({ id: isText })],
  ["answer", hasFields({ id: isText, outcome: isOutcome })],
  ["background", hasFields({ thrown: isThrown })],
]);

interface LineReaderOptions {
  readonly onLine: (line: string) => void;
  /** The limit of a line in characters. `onTooLong` is called when a line exceeds it. */
  readonly maxChars: number;
  readonly onTooLong: () => void;
}

/** Pieces of text → whole lines. */
export function createLineReader(options: LineReaderOptions): (piece: string) => void {
  const { onLine, maxChars, onTooLong } = options;
  let pieces: string[] = [];
  let length = 0;
  return (piece) => {
    let start = 0;
    for (let end = piece.indexOf("\n"); end !== -1; end = piece.indexOf("\n", start)) {
      pieces.push(piece.slice(start, end));
      const line = pieces.join("");
      pieces = [];
      length = 0;
      start = end + 1;
      onLine(line);
    }
    pieces.push(piece.slice(start));
    length += piece.length - start;
    if (length > maxChars) onTooLong();
  };
}

/**
 * Random. Attack: background work that an earlier event has left writes answers to the pipe, with the ids
 * of events to come.
 */
type CallId = string;

/** The messages between a server and its workers: one JSON text per line. */
export type MessageToWorker =
  | { readonly kind: "load"; readonly url: string }
  | ({
      readonly kind: "call";
      readonly id: CallId;
      /** Whether the function gets a signal. */
      readonly abortable?: true;
    } & Omit<ExportCall, "signal">)
  /** Fires the signal of a call. */
  | { readonly kind: "abort"; readonly id: CallId; readonly reason: string }
  /** Asks the worker to end when the background work of the module has ended. */
  | { readonly kind: "retire" };

export type MessageFromWorker =
  | { readonly kind: "loaded"; readonly exports: readonly ExportDescription[] }
  | { readonly kind: "unloadable"; readonly thrown: ThrownDescription }
  /** Sent before the module's code runs: a call that was not taken can be given to another worker. */
  | { readonly kind: "taken"; readonly id: CallId }
  | { readonly kind: "answer"; readonly id: CallId; readonly outcome: CallResult }
  /** Background work of the module failed. */
  | { readonly kind: "background"; readonly thrown: ThrownDescription };

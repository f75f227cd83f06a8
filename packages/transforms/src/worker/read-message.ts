// A line from a worker → the message in it, or undefined. Never throws.
//
// Attack: a module can write to the pipe of its worker, so each message is checked like outside data.
import { MAX_SOURCE_CHARS } from "../calls/describe-exports.ts";
import { MAX_THROWN_CHARS } from "../calls/describe-thrown.ts";
import { readOwn } from "../data/read-own.ts";
import type { MessageFromWorker } from "./messages.ts";

export function readMessage(line: string): MessageFromWorker | undefined {
  const message = parse(line);
  const check = CHECKS.get(readOwn(message, "kind"));
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
    Object.entries(fields).every(([key, check]) => check(readOwn(value, key)));

const isError = hasFields({
  name: isTextUpTo(MAX_THROWN_CHARS.name),
  message: isTextUpTo(MAX_THROWN_CHARS.message),
  stack: isTextUpTo(MAX_THROWN_CHARS.stack),
});

/** The longest reason contains the message of an error. */
const isReason = isTextUpTo(2 * MAX_THROWN_CHARS.message);

const isThrown: Check = (value) =>
  readOwn(value, "isError") === true ? isError(value) : isReason(readOwn(value, "type"));

const OUTCOMES: ReadonlyMap<unknown, Check> = new Map([
  ["result", () => true],
  ["threw", hasFields({ thrown: isThrown })],
  ["failed", hasFields({ reason: isReason })],
]);

const isOutcome: Check = (value) => OUTCOMES.get(readOwn(value, "kind"))?.(value) ?? false;

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

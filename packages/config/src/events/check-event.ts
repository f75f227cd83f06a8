// Plain data of any shape → the event that it describes, or every problem with it.
import { isRecord } from "@hookwright/base";
import type { ConfigPath, HeaderRecord, Problem, QueryRecord } from "@hookwright/core";
import { createProblem, type FileKind, type Report, readBySchema } from "@hookwright/core/problems";
import { eventSchema } from "../generated/event-schema.ts";
import { checkEventFile } from "../generated/validators.ts";
import type { RecordedEvent } from "./event-file.ts";

export type CheckEventResult =
  | { readonly ok: true; readonly event: RecordedEvent }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Keys that people write, and what to write instead. */
const MEANT: Readonly<Record<string, string>> = {
  body: 'Write "payload": it is the body of the request.',
  data: 'Write "payload": it is the body of the request.',
  name: 'Write "path": it is the name of the hook.',
  hook: 'Write "path": it is the name of the hook.',
  url: 'Write the name behind the base path into "path", and the parameters into "query".',
  method: "Remove it: every event is a POST.",
  params: 'Write "query".',
  time: 'Write "receivedAt".',
  timestamp: 'Write "receivedAt".',
  now: 'Write "receivedAt".',
  hooks: "This is a config: an event has a path and a payload.",
  cases: "This is a test file: an event has a path and a payload.",
  token: "Remove it: an event does not contain the hook token.",
};

const EXAMPLE =
  'Write { "path": "github", "headers": { "x-github-event": "push" }, "payload": { … } }.';

const KIND: FileKind = {
  name: "An event",
  schema: eventSchema,
  check: checkEventFile,
  hintForKey: hintForEventKey,
  hintForValue: hintForEventValue,
};

/** The keys of an event. */
export const EVENT_KEYS: ReadonlySet<string> = new Set(
  Object.keys(eventSchema["properties"] as object),
);

/** The hint for a key that an event does not have. */
export function hintForEventKey(_owner: string, key: string): string | undefined {
  return Object.hasOwn(MEANT, key) ? MEANT[key] : undefined;
}

/** The hint for an invalid value of an event. */
export function hintForEventValue(owner: string, key: string): string | undefined {
  if (key === "") return EXAMPLE;
  if (key === "path") return 'Write "path": "github".';
  if (key === "headers" || key === "query") return `Write "${key}": { "name": "value" }.`;
  if (owner === "headers" || owner === "query") return "Write it in quotes.";
  const isRecording = [owner, key].some((one) => one === "recorded" || one === "redacted");
  return isRecording ? RECORDING : undefined;
}

const RECORDING = 'Write { "by": "…", "redacted": [{ "path": "payload.email", "rule": "…" }] }.';

/** The paths of problems start at the event. */
export function checkEvent(data: unknown): CheckEventResult {
  const problems: Problem[] = [];
  const report: Report = (problem) => void problems.push(problem);
  const { payload = {}, ...rest } = isRecord(data) ? data : {};
  const read = readBySchema(isRecord(data) ? rest : data, KIND, report);
  if (typeof payload === "string" && FILE_NAME.test(payload)) report(createFileNameProblem());
  const written = isRecord(read) ? (read as unknown as WrittenEvent) : undefined;
  const time = readEventTime(written?.receivedAt, ["receivedAt"], report);
  if (written === undefined || problems.length > 0) return { ok: false, problems };
  const { headers = {}, query = {}, path, recorded } = written;
  const event = { path, headers, query, payload, ...time, ...(recorded && { recorded }) };
  return { ok: true, event };
}

const FILE_NAME = /^[^\s{}]{1,200}\.(?:json[5c]?|ya?ml|ndjson|http|txt)$/i;

function createFileNameProblem(): Problem {
  const message = '"payload" is the name of a file, and not what is in it.';
  const hint =
    'Write "event: FILE" and "patch: { path: NAME }" in a test file, or make an event file of the payload: hookwright event FILE --name NAME.';
  return createProblem("invalid_value", ["payload"], message, { hint });
}

interface WrittenEvent extends Pick<RecordedEvent, "recorded"> {
  readonly path: string;
  readonly headers?: HeaderRecord;
  readonly query?: QueryRecord;
  readonly receivedAt?: string | number;
}

/** The zone is required: with that of the machine, the event would differ from machine to machine. */
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Checks `receivedAt` of an event; `path` is its path in the file. */
export function readEventTime(
  receivedAt: string | number | undefined,
  path: ConfigPath,
  report: Report,
): Pick<RecordedEvent, "receivedAt"> {
  if (receivedAt === undefined) return {};
  const isText = typeof receivedAt === "string";
  const time = isText && ISO.test(receivedAt) ? Date.parse(receivedAt) : receivedAt;
  if (typeof time === "number" && !Number.isNaN(new Date(time).getTime())) {
    return { receivedAt: time };
  }
  const message = '"receivedAt" must be a time in ISO 8601 with its zone, or milliseconds.';
  const hint = 'Write "2026-01-31T12:00:00Z".';
  report(createProblem("invalid_value", path, message, { hint }));
  return {};
}

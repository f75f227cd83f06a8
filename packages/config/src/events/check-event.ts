// Plain data of any shape → the event that it describes, or every problem with it.
import { isRecord, readMember } from "@hookwright/base";
import type { ConfigCode, ConfigPath, HeaderRecord, Problem, QueryRecord } from "@hookwright/core";
import { hintNearestName } from "@hookwright/core/problems";
import type { RecordedEvent, RecordingFacts, Redaction } from "./event-file.ts";

export type CheckEventResult =
  | { readonly ok: true; readonly event: RecordedEvent }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const KEYS = ["path", "headers", "query", "payload", "receivedAt", "recorded"];

/** What people write in place of a key. */
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
  token: "Remove it: the hook token is no part of an event.",
};

/** The paths of problems start at the event. */
export function checkEvent(data: unknown): CheckEventResult {
  const problems: Problem[] = [];
  const report: Report = (code, path, message, hint) => {
    problems.push({ code, severity: "error", path, message, hint });
  };
  if (!isRecord(data)) {
    report("wrong_type", [], `An event must be an object, not ${typeName(data)}.`, EXAMPLE);
    return { ok: false, problems };
  }
  checkKeys(data, { known: KEYS, meant: MEANT, at: [] }, report);
  const event = {
    ...readPath(data, report),
    headers: readStrings(data, { name: "headers", takesLists: true }, report) as HeaderRecord,
    query: readStrings(data, { name: "query", takesLists: false }, report) as QueryRecord,
    payload: Object.hasOwn(data, "payload") ? data["payload"] : {},
    ...readTime(data, report),
    ...readRecording(data, report),
  };
  return problems.length === 0 ? { ok: true, event } : { ok: false, problems };
}

const EXAMPLE =
  'Write { "path": "github", "headers": { "x-github-event": "push" }, "payload": { … } }.';

type Report = (code: ConfigCode, path: ConfigPath, message: string, hint: string) => void;
type Data = Readonly<Record<string, unknown>>;

interface KnownKeys {
  readonly known: readonly string[];
  readonly meant: Readonly<Record<string, string>>;
  readonly at: ConfigPath;
}

function checkKeys(data: Data, { known, meant, at }: KnownKeys, report: Report): void {
  for (const key of Object.keys(data)) {
    if (known.includes(key)) continue;
    const hint = Object.hasOwn(meant, key) ? meant[key] : undefined;
    const message = `"${key}" is not a known key of an event.`;
    report("unknown_key", [...at, key], message, hint ?? hintNearestName(key, known));
  }
}

function readPath(data: Data, report: Report): { readonly path: string } {
  const { path } = data;
  if (typeof path === "string" && path.trim() !== "") return { path };
  const [code, message] =
    path === undefined
      ? (["missing_key", 'An event needs a "path": the name of its hook.'] as const)
      : (["wrong_type", '"path" must be the name of a hook.'] as const);
  report(code, path === undefined ? [] : ["path"], message, 'Write "path": "github".');
  return { path: "" };
}

interface StringsKey {
  readonly name: "headers" | "query";
  readonly takesLists: boolean;
}

function readStrings(data: Data, { name, takesLists }: StringsKey, report: Report): Data {
  const value = data[name] ?? {};
  if (!isRecord(value)) {
    const hint = `Write "${name}": { "name": "value" }.`;
    report("wrong_type", [name], `"${name}" must be an object, not ${typeName(value)}.`, hint);
    return {};
  }
  for (const [key, one] of Object.entries(value)) {
    const isList = takesLists && Array.isArray(one) && one.every(isString);
    if (isString(one) || isList) continue;
    const message = `The value of "${key}" must be a text, not ${typeName(one)}.`;
    report("wrong_type", [name, key], message, "Write it in quotes.");
  }
  return value;
}

/** With a zone: the zone of the machine would give another event on another machine. */
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

function readTime({ receivedAt }: Data, report: Report): Pick<RecordedEvent, "receivedAt"> {
  if (receivedAt === undefined) return {};
  const time = isString(receivedAt) && ISO.test(receivedAt) ? Date.parse(receivedAt) : receivedAt;
  if (typeof time === "number" && !Number.isNaN(new Date(time).getTime())) {
    return { receivedAt: time };
  }
  const message = '"receivedAt" must be a time in ISO 8601 with its zone, or milliseconds.';
  report("invalid_value", ["receivedAt"], message, 'Write "2026-01-31T12:00:00Z".');
  return {};
}

function readRecording(data: Data, report: Report): Pick<RecordedEvent, "recorded"> {
  const { recorded } = data;
  if (recorded === undefined) return {};
  const redacted = readMember(recorded, "redacted") ?? [];
  const by = readMember(recorded, "by") ?? "";
  if (!isRecord(recorded) || !isString(by) || !isListOf(redacted, isRedaction)) {
    const hint = 'Write { "by": "…", "redacted": [{ "path": "payload.email", "rule": "…" }] }.';
    report("wrong_type", ["recorded"], '"recorded" does not say how it was recorded.', hint);
    return {};
  }
  checkKeys(recorded, { known: ["by", "redacted"], meant: {}, at: ["recorded"] }, report);
  return { recorded: recorded as RecordingFacts };
}

function isRedaction(value: unknown): value is Redaction {
  return isString(readMember(value, "path")) && isString(readMember(value, "rule") ?? "");
}

function isListOf<Item>(
  value: unknown,
  isItem: (item: unknown) => item is Item,
): value is readonly Item[] {
  return Array.isArray(value) && value.every(isItem);
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

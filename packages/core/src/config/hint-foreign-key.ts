// A key that another system has → what to write for it here.
import { knownKeys, typeName } from "../base/index.ts";

const CODE =
  'Remove it: a mapping starts a run of the agent, and no command. Code of your own goes into "transform": { "module": "file.js" }.';
const CONDITION = 'Write "match": { "when": { "==": [{ "var": "payload.field" }, "value"] } }.';
const METHOD = "Remove it: hooks are always POST requests.";
const ANSWER = 'Write "respond": { "status": 200, "text": "ok" }.';

/** By the object that the key was written in. */
const FOREIGN: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  hooks: new Map([
    [
      "port",
      "Remove it: the port is an option of the command, as in hookwright serve --port 18790.",
    ],
    [
      "host",
      "Remove it: the address is an option of the command, as in hookwright serve --host 127.0.0.1.",
    ],
    [
      "bind",
      "Remove it: the address is an option of the command, as in hookwright serve --host 127.0.0.1.",
    ],
    ["auth", 'Write "token": "${NAME}"; the "auth" of a sender that signs stands in its mapping.'],
    [
      "secret",
      'Write "token": "${NAME}"; the secret of a sender that signs stands in "auth" of its mapping.',
    ],
    ["routes", 'Write "mappings".'],
    ["webhooks", 'Write "mappings".'],
    ["endpoints", 'Write "mappings".'],
    ["rules", 'Write "mappings".'],
    ["basePath", 'Write "path".'],
  ]),
  mapping: new Map([
    ...["execute-command", "command", "run", "exec", "script", "steps", "uses"].map(
      (key) => [key, CODE] as const,
    ),
    ...["filter", "filters", "condition", "conditions", "trigger-rule"].map(
      (key) => [key, CONDITION] as const,
    ),
    ...["method", "httpMethod", "http-methods", "methods"].map((key) => [key, METHOD] as const),
    ...["response", "responseMode", "response-message", "status"].map(
      (key) => [key, ANSWER] as const,
    ),
    [
      "enabled",
      'Remove it: every mapping of the list is used, and "skip": true takes its events and does nothing.',
    ],
    ["disabled", 'Write "skip": true: it takes the events and does nothing.'],
    ["recipient", 'Write "to".'],
    ["chatId", 'Write "to".'],
    ["chat_id", 'Write "to".'],
    ["type", 'Write "action": "agent" or "wake".'],
    ["kind", 'Write "action": "agent" or "wake".'],
  ]),
  match: new Map([
    ...["httpMethod", "methods"].map((key) => [key, METHOD] as const),
    ...["filter", "filters", "condition", "conditions", "if"].map(
      (key) => [key, 'Write "when": { "==": [{ "var": "payload.field" }, "value"] }.'] as const,
    ),
  ]),
};

/** Undefined where the key says nothing. */
export function hintForForeignKey(owner: string, key: string, value: unknown): string | undefined {
  const isMapping = owner === "mapping";
  if ((isMapping || owner === "match") && EVENT_KEYS.has(key)) {
    const headers = `"headers": { "x-github-event": ${eventsOf(value)} }`;
    const written = isMapping ? `"match": { ${headers} }` : headers;
    return `Write ${written}, with the header in which your sender names its events.`;
  }
  const hint = owner === "match" ? hintForMatch(key, value) : undefined;
  return hint ?? FOREIGN[owner]?.get(key);
}

const EVENT_KEYS: ReadonlySet<string> = new Set([
  "event",
  "events",
  "eventType",
  "event_type",
  "on",
]);
const BODY_KEYS: ReadonlySet<string> = new Set(["payload", "body", "json"]);
const MAPPING_KEYS: ReadonlySet<string> = new Set(knownKeys(["hooks", "mappings", 0, ""]));

function hintForMatch(key: string, value: unknown): string | undefined {
  if (BODY_KEYS.has(key)) return `Write "when": ${conditionOf(value)}.`;
  if (!MAPPING_KEYS.has(key)) return undefined;
  return `Write it beside "match", not within; in YAML, indent it as far as "match".`;
}

/** `push`, `[push, issues]`, or `{ push: { branches: [main] } }` as in a workflow. */
function eventsOf(value: unknown): string {
  const isObject = typeName(value) === "an object";
  const named = isObject ? Object.keys(value as object) : value;
  const names: readonly unknown[] = Array.isArray(named) ? named : [named];
  if (names.length === 0 || !names.every((name) => typeof name === "string")) return '"push"';
  return JSON.stringify(names.length === 1 ? names[0] : names);
}

/** `{ action: "opened" }` → `{ "==": [{ "var": "payload.action" }, "opened"] }`. */
function conditionOf(value: unknown): string {
  const fields = typeName(value) === "an object" ? Object.entries(value as object) : [];
  const atoms = fields
    .filter(([, wanted]) => wanted === null || typeof wanted !== "object")
    .map(([name, wanted]) => `{ "==": [{ "var": "payload.${name}" }, ${JSON.stringify(wanted)}] }`);
  if (atoms.length === 0) return '{ "==": [{ "var": "payload.field" }, "value"] }';
  return atoms.length === 1 ? String(atoms[0]) : `{ "and": [${atoms.join(", ")}] }`;
}

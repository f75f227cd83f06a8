// The mistakes that people really make → what to write instead.
import { findNearestName, readOwn } from "@hookwright/base";
import { type ConfigChange, type ConfigPath, knownKeys, typeName } from "../base/index.ts";
import { type Hints, MISNAMED, NEWER } from "./misnamed-keys.ts";

const COMMENT_KEY = /^(?:\/\/|#|_)|(?:^|_)(?:note|comment|comments|description)$/i;

export function hintForUnknownKey(
  owner: string,
  key: string,
  value: unknown,
  known: readonly string[],
): string {
  const written = findHint(MISNAMED, owner, key) ?? findHint(NEWER, owner, key);
  if (written !== undefined) return withValue(written, key, value);
  if (COMMENT_KEY.test(key)) return "Remove it, or write it as a comment: // …";
  if (owner === "match" && isOperator(key)) return `Write "when": ${ruleOf(key, value)}.`;
  const reference = hintForReferenceKey(key, known);
  if (reference !== undefined) return reference;
  const nearest = findNearestName(key, known);
  if (nearest !== undefined)
    return hintForOtherMeaning(owner, key, nearest) ?? `Did you mean "${nearest}"?`;
  const foreign = hintForAction(owner, key, value) ?? hintForForeignKey(owner, key, value);
  if (foreign !== undefined) return foreign;
  const moved = findOwner(owner, key);
  if (moved !== undefined) return moved;
  if (owner === "mapping" && isText(value) && value.includes("{{")) {
    return "Remove it, and write its expression into messageTemplate or textTemplate.";
  }
  if (owner === "hooks" && looksLikeMapping(value)) {
    return `For a webhook of that name write an entry of "mappings" with "match": { "path": "${key}" }.`;
  }
  return `Known keys: ${known.join(", ")}.`;
}

/** `secretEnv`, `token_file`: the name of a variable or a file, which must not become the secret itself. */
const REFERENCE_KEY = /^(\w+?)_?(?:(env)(?:_?var|_?name|ironment)?|(file)(?:_?name|_?path)?)$/i;

function hintForReferenceKey(key: string, known: readonly string[]): string | undefined {
  const [, written = "", variable] = REFERENCE_KEY.exec(key) ?? [];
  const owner = /secret$/i.test(written) ? "secret" : written;
  if (!known.includes(owner)) return undefined;
  return variable === undefined
    ? `Write "${owner}": { "file": … }, with the path of the file.`
    : `Write "${owner}": { "env": … }, with the name of the variable.`;
}

const NEGATION = /^(?:no|not|dont|without|disable|skip)(?:_|(?=[A-Z]))|(?:Not|_not)$/;

const UNIT = /(?:ms|millis|milli_?seconds?|minutes?|mins?|hours?|days?)$/i;

/** A key that differs in a word that changes what its value means: no machine may rename it. */
function hintForOtherMeaning(owner: string, key: string, nearest: string): string | undefined {
  if (UNIT.test(key) && /Seconds$/.test(nearest)) {
    return `Write the time in seconds, as "${nearest}".`;
  }
  if (!NEGATION.test(key) || NEGATION.test(nearest)) return undefined;
  return owner === "match"
    ? `Write "not": { "${nearest}": … }.`
    : `Say the opposite, with "${nearest}".`;
}

/** Headers in which vendors that the table knows send a signature. */
const VENDORS: ReadonlyMap<string, string> = new Map([
  ["x-hub-signature-256", "github"],
  ["stripe-signature", "stripe"],
  ["x-slack-signature", "slack"],
  ["x-shopify-hmac-sha256", "shopify"],
  ["linear-signature", "linear"],
  ["x-gitlab-token", "gitlab"],
]);

/** How others say that a sender signs, each in a key of its own. */
const SIGNING_KEYS: readonly string[] = [
  "mode",
  "type",
  "method",
  "algorithm",
  "algo",
  "digest",
  "header",
];

/** The hint for an unknown key, where what stands beside it says more. */
export function hintBeside(
  owner: string,
  hint: string,
  key: string,
  around: Readonly<Record<string, unknown>>,
): string {
  const [, name = ""] = RENAMING.exec(hint) ?? [];
  if (Object.hasOwn(around, name)) {
    const isSame = writtenText(around[name]) === writtenText(around[key]);
    return isSame
      ? `Remove it: "${name}" beside it says the same.`
      : `Remove it: "${name}" stands beside it and is what is used. Move into that what only "${key}" says.`;
  }
  const { header } = around;
  if (owner !== "auth" || !SIGNING_KEYS.includes(key) || !isText(header)) return hint;
  const vendor = VENDORS.get(header.toLowerCase());
  const found = SIGNING_KEYS.filter((one) => Object.hasOwn(around, one));
  const written =
    vendor === undefined
      ? `"scheme": "hmac" and "signature": { "header": ${JSON.stringify(header)} }`
      : `"provider": "${vendor}"`;
  return `Write ${written} in place of ${found.map((one) => `"${one}"`).join(", ")}; the secret stays.`;
}

/** A config in code may hold what JSON cannot write. */
function writtenText(value: unknown): string {
  const plain = (_key: string, inner: unknown) => (typeof inner === "bigint" ? `${inner}n` : inner);
  return String(JSON.stringify(value, plain));
}

/** A hint that says more than the name says that the value may have to change, too. */
const RENAMING = /^(?:Write|Did you mean) "(\w+)"(\.|\?|, |: (?=[^"{[]))/;

/** What mends an unknown key as data, where its hint knows that. */
export function changeForUnknownKey(
  hint: string | undefined,
  steps: ConfigPath,
  input: unknown,
): ConfigChange | undefined {
  const around = steps
    .slice(0, -1)
    .reduce<unknown>((at, step) => readOwn(at, String(step)), input) as object;
  const written = String(steps.at(-1));
  const [, key = "", rest = ""] = RENAMING.exec(String(hint)) ?? [];
  if (knownKeys(steps).includes(key) && !Object.hasOwn(around, key)) {
    return { kind: "rename", key, safe: /^[.?]/.test(rest) };
  }
  // `not: { "==": … }`: a match has its condition in "when".
  const isRule = isOperator(written) && Object.keys(around).length === 1;
  const owner = steps.at(-2);
  if (!isRule || (owner !== "match" && owner !== "not")) return undefined;
  return { kind: "wrap", key: "when", path: steps.slice(0, -1), safe: true };
}

/** The operators of conditions, which people write where a match is expected. */
const OPERATOR =
  /^(?:[=!]=?=?|!!|[<>]=?|and|or|in|if|var|some|all|none|startsWith|endsWith|matches|exists)$/;

function isOperator(key: string): boolean {
  return OPERATOR.test(key);
}

function ruleOf(key: string, value: unknown): string {
  const text = writtenText({ [key]: value });
  return text.length > 200 ? `{ "${key}": … }` : text;
}

/** A header or a parameter may be a secret; a path is none. */
function withValue(hint: string, key: string, value: unknown): string {
  const isShown = (key === "path" || key === "source") && isText(value);
  const text = isShown ? hint.replace("…", () => JSON.stringify(value)) : hint;
  return text.replaceAll("<value>", () => textOf(value));
}

/** In a match, the action of an event was meant, where it is not one of ours. */
function hintForAction(owner: string, key: string, value: unknown): string | undefined {
  if (owner !== "match" || key !== "action" || value === "agent" || value === "wake")
    return undefined;
  const operator = Array.isArray(value) ? "in" : "==";
  return `Write "when": { "${operator}": [{ "var": "payload.action" }, ${textOf(value)}] }.`;
}

/** Names and lists of names; any other value may be long, or a secret. */
function textOf(value: unknown): string {
  const names = Array.isArray(value) ? value : [value];
  const areNames = names.every((name) => isText(name) && /^[\w.:/ -]{1,60}$/.test(name));
  return areNames ? JSON.stringify(value) : "…";
}

/** The key is right, and stands in the wrong object. */
function findOwner(owner: string, key: string): string | undefined {
  if (owner === "hooks" && MAPPING_KEYS.has(key))
    return `Write "${key}" into an entry of "mappings".`;
  const isOfHooks = owner === "mapping" && HOOKS_KEYS.has(key);
  return isOfHooks ? `Write "${key}" into "hooks", beside "mappings".` : undefined;
}

/** Settings of a feature that is not known here are no webhook. */
function looksLikeMapping(value: unknown): boolean {
  if (typeName(value) !== "an object") return false;
  const keys = Object.keys(value as object);
  return keys.some((key) => MAPPING_KEYS.has(key) || findHint(MISNAMED, "mapping", key));
}

const MAPPING_KEYS: ReadonlySet<string> = new Set(knownKeys(["hooks", "mappings", 0, ""]));

const HOOKS_KEYS: ReadonlySet<string> = new Set(knownKeys(["hooks", ""]));

/** The key of a mapping that an unknown one stands for, as far as it can be told; else the key itself. */
export function meantMappingKey(key: string): string {
  const known = [...MAPPING_KEYS];
  const hint = findHint(MISNAMED, "mapping", key);
  const named = hint && known.find((name) => hint.includes(`Write "${name}"`));
  return named ?? findNearestName(key, known) ?? key;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function findHint(hints: Hints, owner: string, key: string): string | undefined {
  const ofOwner = hints[owner];
  return ofOwner !== undefined && Object.hasOwn(ofOwner, key) ? ofOwner[key] : undefined;
}

/** Words that people write for one of the few that are known, by key. */
const SYNONYMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  action: { run: "agent", message: "agent", prompt: "agent", notify: "wake", event: "wake" },
  wakeMode: {
    immediate: "now",
    immediately: "now",
    instant: "now",
    next: "next-heartbeat",
    heartbeat: "next-heartbeat",
    later: "next-heartbeat",
  },
  sessionMode: { new: "isolated", shared: "persistent", main: "persistent" },
  body: { xml: "text", plain: "text", urlencoded: "form", "form-data": "multipart" },
};

interface WrongName {
  /** The key, and the one around it. */
  readonly key: string;
  readonly owner: string;
  readonly value: unknown;
  readonly allowed: readonly string[];
}

export function hintForWrongName({ key, owner, value, allowed }: WrongName): string | undefined {
  if (key === "action" && typeof value === "object") return hintForShape(value, allowed);
  if (typeof value !== "string") return undefined;
  if (owner === "lock" && /^(?:message|text)/.test(value)) {
    return "Remove it: the text is what transforms are there for.";
  }
  if (key === "body" && /\{\{|\s/.test(value)) {
    return 'Write "messageTemplate": the text to the agent. "body" says what senders post.';
  }
  // "agent-run" and "agent_turn" mean agent: the first word decides where no spelling is near.
  const text = value.trim().toLowerCase();
  const word = /^[a-z]+/.exec(text)?.[0];
  const synonyms = Object.hasOwn(SYNONYMS, key) ? SYNONYMS[key] : undefined;
  const meant =
    synonyms !== undefined && Object.hasOwn(synonyms, text) ? synonyms[text] : undefined;
  const nearest = meant ?? findNearestName(value, allowed) ?? allowed.find((name) => name === word);
  return nearest === undefined ? undefined : `Write "${nearest}".`;
}

/** `{ kind: "wake" }`, `["wake"]`: an action is a word. What stands beside it in an object is kept. */
function hintForShape(value: unknown, allowed: readonly string[]): string {
  const entries = Array.isArray(value) ? [] : Object.entries(Object(value));
  const words = Array.isArray(value) ? value : entries.map(([, word]) => word);
  const meant = allowed.find((name) => words.includes(name));
  const moved = entries
    .filter(([, word]) => word !== meant)
    .map(([key]) => `"${meantMappingKey(key)}"`);
  if (moved.length > 0) {
    const action = meant === undefined ? 'remove "action"' : `write "action": "${meant}"`;
    return `Move ${moved.join(", ")} up into the mapping itself, and ${action}.`;
  }
  return meant === undefined
    ? 'Write "wake", or remove it for a run of the agent.'
    : `Write "${meant}"; its fields belong into the mapping itself.`;
}

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
function hintForForeignKey(owner: string, key: string, value: unknown): string | undefined {
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

// The mistakes that people really make → what to write instead, in words, and as a change where that is known.
import { findNearestName } from "@hookwright/base";
import { type Advice, type ConfigPath, typeName } from "../../model/index.ts";
import { knownKeys } from "../schema/index.ts";
import {
  FOREIGN,
  isTextValue,
  type KeyRow,
  type KeyRows,
  MISNAMED,
  NEWER,
  nearKey,
  showNames,
} from "./misnamed-keys.ts";

/** A key that its object does not have. */
interface UnknownKey {
  /** `mapping` for a mapping, `match` for its `not`, else the key of the object. */
  readonly owner: string;
  readonly key: string;
  readonly value: unknown;
  /** The keys that the object may have. */
  readonly known: readonly string[];
}

/** `path` leads to the key, `around` is the object that contains it. */
export function adviseUnknownKey(
  unknown: UnknownKey,
  path: ConfigPath,
  around: Readonly<Record<string, unknown>>,
): Advice {
  const { owner, key, value, known } = unknown;
  const row = findRow(unknown);
  const { key: meant, renames } = row;
  if (renames !== undefined && Object.hasOwn(around, String(meant))) {
    return { hint: hintBeside(String(meant), key, around) };
  }
  const signing = owner === "auth" ? hintForSigning(key, around) : undefined;
  if (signing !== undefined) return { hint: signing };
  const hint = row.hint(value);
  if (renames !== undefined && meant !== undefined && known.includes(meant)) {
    return { hint, change: { kind: "rename", key: meant, safe: renames === "value fits" } };
  }
  // `not: { "==": … }`: a match has its condition in "when".
  const isRule = owner === "match" && isOperator(key) && Object.keys(around).length === 1;
  if (!isRule) return { hint };
  return { hint, change: { kind: "wrap", key: "when", path: path.slice(0, -1), safe: true } };
}

function findRow(unknown: UnknownKey): KeyRow {
  const { owner, key, known } = unknown;
  const written = rowOf(MISNAMED, owner, key) ?? rowOf(NEWER, owner, key);
  if (written !== undefined) return written;
  const spellingHint = hintForSpelling(unknown);
  if (spellingHint !== undefined) return { hint: () => spellingHint };
  const nearest = findNearestName(key, known);
  if (nearest !== undefined) {
    const other = hintForOtherMeaning(owner, key, nearest);
    return other === undefined ? nearKey(nearest) : { hint: () => other };
  }
  const event = hintForEvent(unknown);
  if (event !== undefined) return { hint: () => event };
  return rowOf(FOREIGN, owner, key) ?? { hint: () => hintForPlace(unknown) };
}

function rowOf(rows: KeyRows, owner: string, key: string): KeyRow | undefined {
  const ofOwner = Object.hasOwn(rows, owner) ? rows[owner] : undefined;
  return ofOwner !== undefined && Object.hasOwn(ofOwner, key) ? ofOwner[key] : undefined;
}

const COMMENT_KEY = /^(?:\/\/|#|_)|(?:^|[_$-])(?:note|comment|comments|description)$/i;

/** What the form of the key says, even if a known key is near. */
function hintForSpelling({ owner, key, value, known }: UnknownKey): string | undefined {
  if (COMMENT_KEY.test(key)) return "Remove it, or write it as a comment: // …";
  // An expression of another tool is a text, which is always true.
  const isText = typeof value === "string" && /^(?:if|and|or|!!)$/.test(key);
  if (owner === "match" && isOperator(key) && !isText)
    return `Write "when": ${ruleOf(key, value)}.`;
  return hintForReferenceKey(key, known);
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

/** Where the key is, or what its value looks like; else all keys that there are. */
function hintForPlace({ owner, key, value, known }: UnknownKey): string {
  const moved = findOwner(owner, key);
  if (moved !== undefined) return moved;
  if (owner === "mapping" && isTextValue(value) && value.includes("{{")) {
    return "Remove it, and write its expression into messageTemplate or textTemplate.";
  }
  if (owner === "hooks" && looksLikeMapping(value)) {
    return `For a webhook of that name write an entry of "mappings" with "match": { "path": "${key}" }.`;
  }
  return `Known keys: ${known.join(", ")}.`;
}

/** The key is right, but in the wrong object. */
function findOwner(owner: string, key: string): string | undefined {
  if (owner === "hooks" && MAPPING_KEYS.has(key))
    return `Write "${key}" into an entry of "mappings".`;
  const isOfHooks = owner === "mapping" && HOOKS_KEYS.has(key);
  return isOfHooks ? `Write "${key}" into "hooks", beside "mappings".` : undefined;
}

/** Settings of an unknown feature are not a webhook. */
function looksLikeMapping(value: unknown): boolean {
  if (typeName(value) !== "an object") return false;
  const keys = Object.keys(value as object);
  return keys.some((key) => MAPPING_KEYS.has(key) || rowOf(MISNAMED, "mapping", key));
}

const MAPPING_KEYS: ReadonlySet<string> = new Set(knownKeys(["hooks", "mappings", 0, ""]));

const HOOKS_KEYS: ReadonlySet<string> = new Set(knownKeys(["hooks", ""]));

/** The key of a mapping that an unknown one means, as far as that is known; else the key itself. */
export function meantMappingKey(key: string): string {
  const named = rowOf(MISNAMED, "mapping", key)?.key;
  return named ?? findNearestName(key, MAPPING_KEYS) ?? key;
}

/** The key that was meant is there as well. */
function hintBeside(meant: string, key: string, around: Readonly<Record<string, unknown>>): string {
  return writtenText(around[meant]) === writtenText(around[key])
    ? `Remove it: "${meant}" beside it says the same.`
    : `Remove it: "${meant}" is also there, and is the one that is used. Move what only "${key}" says into it.`;
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

/** The header of the signature beside such a key identifies the sender. */
function hintForSigning(
  key: string,
  around: Readonly<Record<string, unknown>>,
): string | undefined {
  const { header } = around;
  if (!SIGNING_KEYS.includes(key) || !isTextValue(header)) return undefined;
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

/** Undefined if neither the key nor its value says that an event was meant. */
function hintForEvent({ owner, key, value }: UnknownKey): string | undefined {
  if (
    owner === "match" &&
    key === "action" &&
    value !== "agent" &&
    value !== "wake" &&
    value !== "deliver"
  ) {
    const operator = Array.isArray(value) ? "in" : "==";
    return `Write "when": { "${operator}": [{ "var": "payload.action" }, ${showNames(value)}] }.`;
  }
  if ((owner === "mapping" || owner === "match") && EVENT_KEYS.has(key)) {
    const headers = `"headers": { "x-github-event": ${eventsOf(value)} }`;
    const written = owner === "mapping" ? `"match": { ${headers} }` : headers;
    return `Write ${written}, with the header in which your sender names its events.`;
  }
  if (owner !== "match") return undefined;
  if (BODY_KEYS.has(key)) return `Write "when": ${conditionOf(value)}.`;
  if (!MAPPING_KEYS.has(key)) return undefined;
  return `Write it beside "match", not inside it; in YAML, indent it as far as "match".`;
}

const EVENT_KEYS: ReadonlySet<string> = new Set([
  "event",
  "events",
  "eventType",
  "event_type",
  "on",
]);

const BODY_KEYS: ReadonlySet<string> = new Set(["payload", "body", "json"]);

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

/** Words that people write for one of the few that are known, by key. */
const SYNONYMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  action: {
    run: "agent",
    message: "agent",
    prompt: "agent",
    send: "deliver",
    deliverOnly: "deliver",
    notify: "wake",
    event: "wake",
  },
  wakeMode: {
    immediate: "now",
    immediately: "now",
    instant: "now",
    next: "next-heartbeat",
    heartbeat: "next-heartbeat",
    later: "next-heartbeat",
  },
  sessionMode: { new: "isolated", shared: "persistent", main: "persistent" },
  body: {
    xml: "text",
    plain: "text",
    urlencoded: "form",
    "form-data": "multipart",
    jsonl: "ndjson",
    jsonlines: "ndjson",
    "json-lines": "ndjson",
  },
};

interface WrongWord {
  /** The key, and the one around it. */
  readonly key: string;
  readonly owner: string;
  readonly value: unknown;
  readonly allowed: readonly string[];
}

/** A value that is none of the few words that are known. */
export function adviseWrongWord({ key, owner, value, allowed }: WrongWord): Advice | undefined {
  if (key === "action" && typeof value === "object") return { hint: hintForShape(value, allowed) };
  if (typeof value !== "string") return undefined;
  if (owner === "lock" && /^(?:message|text)/.test(value)) {
    return { hint: "Remove it: the text is what transforms are there for." };
  }
  if (key === "body" && /\{\{|\s/.test(value)) {
    return {
      hint: 'Write "messageTemplate": the text to the agent. "body" says what senders post.',
    };
  }
  // "agent-run" and "agent_turn" mean agent: the first word decides where no spelling is near.
  const text = value.trim().toLowerCase();
  const word = /^[a-z]+/.exec(text)?.[0];
  const synonyms = Object.hasOwn(SYNONYMS, key) ? SYNONYMS[key] : undefined;
  const synonym =
    synonyms !== undefined && Object.hasOwn(synonyms, text) ? synonyms[text] : undefined;
  const meant = synonym ?? findNearestName(value, allowed) ?? allowed.find((name) => name === word);
  if (meant === undefined) return undefined;
  // The nearest of a few words is a guess.
  return { hint: `Write "${meant}".`, change: { kind: "replace", value: meant, safe: false } };
}

/** `{ kind: "wake" }`, `["wake"]`: an action is a word. Other keys of the object are kept. */
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

// Any value → the typed config, without what is wrong in it, which is reported.
import {
  type Advice,
  type ConfigChange,
  type ConfigCode,
  type ConfigPath,
  createProblem,
  type Problem,
  type Report,
  typeName,
} from "../../model/index.ts";
import { checkConfigSchema } from "../generated/config-validator.ts";
import {
  codeOfKeyword,
  createPathTree,
  findWithoutUnset,
  hintForType,
  isOnPath,
  knownKeys,
  LISTS,
  listUnusable,
  meantBoolean,
  meantNumber,
  nameOf,
  omitPaths,
  type SchemaFinding,
  valueAt,
} from "../schema/index.ts";
import { adviseUnknownKey, adviseWrongWord } from "./common-mistakes.ts";
import type { HookwrightConfig } from "./config.ts";
import { copyPlain, MAX_LEVELS, type PlainCopy } from "./copy-plain.ts";
import { ONE_MAILBOX } from "./misnamed-keys.ts";

/**
 * What is wrong is reported to `report` and taken out: what is left is of the declared types, so that
 * later phases find their own problems, too. Undefined if nothing can be left.
 */
export function parseConfig(input: unknown, report: Report): HookwrightConfig | undefined {
  const { value, unreadable, foreign, excess } = copyPlain(input, isOurs);
  const refusal = refuseWhole(value, { unreadable, excess });
  if (refusal !== undefined) {
    report(refusal);
    return undefined;
  }
  for (const path of unreadable) {
    const hint = "Pass plain objects and lists.";
    report(createProblem("invalid_value", path, unreadableMessage(path), { hint }));
  }
  return reportAndOmit(value, { unreadable, foreign }, report);
}

interface Unusable {
  readonly unreadable: readonly ConfigPath[];
  readonly foreign: readonly ConfigPath[];
}

function reportAndOmit(
  copy: unknown,
  { unreadable, foreign }: Unusable,
  report: Report,
): HookwrightConfig {
  const { value, findings } = findWithoutUnset(copy, checkConfigSchema, mayBeUnset);
  const unread = createPathTree(unreadable);
  for (const finding of findings) {
    if (!isOnPath(unread, finding.steps)) report(problemFromFinding(value, finding));
  }
  const wrong = listUnusable(findings);
  const reported = createPathTree(wrong);
  for (const path of foreign) {
    if (isOnPath(reported, path)) continue;
    report(createProblem("invalid_value", path, `${nameOf(path)} is not a JSON value.`));
  }
  const config = omitPaths(value, [...wrong, ...foreign]) as HookwrightConfig;
  return isOnPath(reported, TOKEN_PATH) ? withoutToken(config) : config;
}

const TOKEN_PATH = ["hooks", "token"] as const;

/** A wrong token is reported here; with an empty list, later phases do not report it as missing. */
function withoutToken({ hooks, ...config }: HookwrightConfig): HookwrightConfig {
  return { ...config, ...(hooks && { hooks: { ...hooks, token: [] } }) };
}

/**
 * Not below `match`, where a clause that is lost makes a catch-all, and not at the root, where the keys of an empty
 * `hooks` are at a wrong level.
 */
function mayBeUnset(steps: ConfigPath): boolean {
  return steps.length > 1 && !steps.includes("match");
}

/** Why nothing of the config can be used. */
function refuseWhole(
  value: unknown,
  { unreadable, excess }: Pick<PlainCopy, "unreadable" | "excess">,
): Problem | undefined {
  if (excess !== undefined) {
    return createProblem("invalid_value", excess.steps.slice(0, 1), EXCESS[excess.kind]);
  }
  if (unreadable[0]?.length === 0) {
    return createProblem("invalid_value", [], "The config cannot be read: it throws an error.");
  }
  if (typeName(value) === "an object") return undefined;
  return createProblem("wrong_type", [], `The config must be an object, not ${typeName(value)}.`);
}

const EXCESS = {
  deep: `Lists and objects are nested more than ${MAX_LEVELS} levels deep.`,
  large: "The config has too many values, or the same objects at too many places.",
} as const;

/** Of a gateway's other settings nothing is read. */
function isOurs(steps: ConfigPath): boolean {
  const [first, second, third, fourth] = steps;
  if (first === "hooks") return second !== "internal";
  if (first !== "agents") return false;
  switch (second) {
    case "defaults":
      return (
        third === undefined ||
        third === "models" ||
        (third === "systemAgent" && (fourth === undefined || fourth === "agentId"))
      );
    case "entries":
      return fourth === undefined || fourth === "default";
    case "list":
      return fourth === undefined || fourth === "id" || fourth === "default";
    default:
      return second === undefined;
  }
}

function unreadableMessage(path: ConfigPath): string {
  return `${nameOf(path)} cannot be read: it throws an error.`;
}

function problemFromFinding(input: unknown, finding: SchemaFinding): Problem {
  const { steps, message } = finding;
  const code = codeOf(finding);
  return createProblem(code, steps, message, { ...adviceOf(input, finding) });
}

function codeOf({ keyword, steps }: SchemaFinding): ConfigCode {
  return keyword === "pattern" && steps.includes("match") ? "match_blank" : codeOfKeyword(keyword);
}

function adviceOf(input: unknown, finding: SchemaFinding): Partial<Advice> | undefined {
  const { keyword, steps, error } = finding;
  const key = String(steps.at(-1));
  const value = valueAt(input, steps);
  switch (keyword) {
    case "additionalProperties": {
      const around = valueAt(input, steps.slice(0, -1)) as Readonly<Record<string, unknown>>;
      const unknown = { owner: ownerOf(finding), key, value, known: knownKeys(steps) };
      return adviseUnknownKey(unknown, steps, around);
    }
    case "enum":
      return adviseWrongWord({
        key,
        owner: String(steps.at(-2)),
        value,
        allowed: error.params["allowedValues"] as string[],
      });
    case "pattern":
      return codeOf(finding) === "match_blank"
        ? { hint: "Write a value, or remove the key to match any." }
        : undefined;
    default: {
      const owner = typeof steps.at(-1) === "number" ? String(steps.at(-2)) : ownerOf(finding);
      const { type } = error.params;
      const hint = hintForType(type, value, { owner, key }) ?? hintForWrongType(owner, key, value);
      const isOfShape = codeOf(finding) === "wrong_type";
      return { ...(hint && { hint }), change: isOfShape ? changeShape(finding, value) : undefined };
    }
  }
}

/** `mapping` for a mapping, else the key of the object: `hooks`, `match`, `gmail`. */
function ownerOf({ steps }: SchemaFinding): string {
  const owner = steps.at(-2);
  if (owner === "not") return "match";
  return typeof owner === "number" ? "mapping" : String(owner);
}

function changeShape(
  { steps, error, keyword }: SchemaFinding,
  value: unknown,
): ConfigChange | undefined {
  const key = String(steps.at(-1));
  const type = keyword === "type" ? error.params["type"] : undefined;
  if (type === "boolean") return replaceBy(meantBoolean(String(value)));
  if (type === "integer" || type === "number") return replaceBy(meantNumber(String(value), key));
  if (type === "string") return changeScalar(value);
  const inner = findInnerReference(value);
  if (inner !== undefined) return { kind: "replace", value: inner.reference, safe: inner.isSame };
  if (typeof value !== "string" || value.trim() === "") return undefined;
  if (LISTS.has(key)) return { kind: "wrap", safe: true };
  if (key === "match") return { kind: "wrap", key: "path", safe: true };
  if (key === "transform") {
    const file = /\.\w+$/.test(value) ? value : `${value}.js`;
    return { kind: "replace", value: { module: file }, safe: true };
  }
  const isHeader = key === "signature" && /^[\w-]+$/.test(value);
  return isHeader ? { kind: "wrap", key: "header", safe: true } : undefined;
}

function replaceBy(value: boolean | number | undefined): ConfigChange | undefined {
  return value === undefined ? undefined : { kind: "replace", value, safe: true };
}

/** What a file has may be another spelling of the number, which is the text that was meant. */
function changeScalar(value: unknown): ConfigChange | undefined {
  const isScalar = typeof value === "number" || typeof value === "boolean";
  return isScalar || isExpression(value) ? { kind: "quote", safe: true } : undefined;
}

/** What YAML makes of `{{name}}` without quotes: an object whose key is an object, in braces. */
function isExpression(value: unknown): boolean {
  if (typeName(value) !== "an object") return false;
  return /^\{.*\}$/s.test(Object.keys(value as object)[0] ?? "");
}

/** By key, wherever it is. */
const MISSHAPEN: Readonly<Record<string, string>> = {
  mappings: 'Write a list: [{ "match": { "path": "name" }, … }].',
  hooks: 'Write an object: { "enabled": true, … }. In YAML, indent its keys.',
  presets: 'Write a list of names: ["gmail"].',
  include: 'Write a list: ["hooks.d/*.yaml"].',
  partials: 'Write an object: { "name": "its template" }.',
  allowedAgentIds: 'Write a list of ids: ["main"].',
  allowedSessionKeyPrefixes: 'Write a list of beginnings: ["hook:"].',
  deliver: 'Write true or false; the channel belongs into "channel", the recipient into "to".',
  token:
    'Write the token, "${NAME}" for an environment variable, { "file": "path" }, or a list of two of these while you replace one.',
  credentials: 'Write { "file": "path" }, or "${NAME}" for an environment variable.',
  pushToken: 'Write the token, "${NAME}" for an environment variable, or { "file": "path" }.',
  models: 'Write a list of "provider/model" ids, or a map from id to settings.',
  forEach:
    'Write the path of a list in the payload: "messages"; or { "path", "when", "limit": "first", "atomic", "parse", "single" }.',
  body: 'Write "json", "form", "multipart", "text" or "ndjson"; or { "form": "nested" }, { "multipart": { "files": { "name": "json" } } }.',
  channel: 'Write the id of one channel, such as "telegram", or "last".',
  model: 'Write the id of one model, such as "provider/model".',
  thinking: 'Write the level as a text, such as "low".',
  match: 'Write an object: { "path": "name", … }. For several, write a mapping for each.',
  respond: 'Write { "text": "ok" }, or { "status": 200, "json": { … } }.',
  rateLimit: 'Write { "events": 10, "perSeconds": 60 }.',
  coalesce: 'Write { "key": "{{id}}", "seconds": 30 }: events with the same key are joined.',
  lock: "Write a list of fields, or true for all of them.",
  headers: 'Write { "x-event": "push" }: names with a value each, or with a list of values.',
  query: 'Write { "kind": "push" }: names with a value each, or with a list of values.',
  not: 'Write an object with the clauses of a match: { "path": … } or { "when": … }.',
  messageTemplate: 'Write one text, with "\\n" where a line ends.',
  textTemplate: 'Write one text, with "\\n" where a line ends.',
  instructions: 'Write one text, with "\\n" where a line ends.',
};

const SECRET_SHAPE = 'Write "${NAME}" for an environment variable, or { "file": "path" }.';

/** The same in an `auth`. */
const MISSHAPEN_AUTH: Readonly<Record<string, string>> = {
  secret: `${SECRET_SHAPE} A list of the new and the old one is called "secrets".`,
  secrets: "Write a list of the new and the old secret, newest first; at most 8.",
  token: `${SECRET_SHAPE} A list of the new and the old one is called "tokens".`,
  tokens: "Write a list of the new and the old token, newest first; at most 8.",
  publicKey: SECRET_SHAPE,
  basic: 'Write { "user": …, "password": … }.',
  signature: 'Write { "header": "x-signature" }.',
  timestamp: 'Write { "header": "x-timestamp", "unit": "s" }.',
  id: 'Write { "header": "x-id" }.',
  handshake: 'Write { "verifyToken": … }.',
};

/** A value of a wrong type, by its key → what to write instead. Names alone are repeated. */
function hintForWrongType(owner: string, key: string, value: unknown): string | undefined {
  const inner = findInnerReference(value);
  if (inner !== undefined) {
    const [kind] = Object.keys(inner.reference) as [string];
    return `Write the inner reference alone: { "${kind}": … }.`;
  }
  // The key is a name of the sender's there, and says nothing about the value.
  if (owner === "headers" || owner === "query") return "Write a text, or a list of texts.";
  if (owner === "partials") return 'Write the template as one text, with "\\n" where a line ends.';
  if (owner === "token" && /^\d$/.test(key)) return MISSHAPEN["pushToken"];
  if (owner === "mappings") return 'Write an object: { "match": { "path": … }, … }.';
  if (key === "presets") return hintForPresets(value);
  if (key === "match" && isText(value)) return `Write { "path": ${JSON.stringify(value)} }.`;
  if (key === "transform") return hintForTransform(value);
  if (key === "auth") return hintForAuth(value);
  return hintForKey(owner, key);
}

function hintForKey(owner: string, key: string): string | undefined {
  if (key === "gmail") return `Write an object: { "account": … }. ${ONE_MAILBOX}`;
  if (owner === "gmail" && (key === "account" || key === "label")) {
    return `Write one text. ${ONE_MAILBOX}`;
  }
  if (owner === "auth" && Object.hasOwn(MISSHAPEN_AUTH, key)) return MISSHAPEN_AUTH[key];
  return Object.hasOwn(MISSHAPEN, key) ? MISSHAPEN[key] : undefined;
}

interface InnerReference {
  readonly reference: { readonly env: string } | { readonly file: string };
  /** Of a file whose path a variable holds, the variable alone gives the path. */
  readonly isSame: boolean;
}

/** `{ file: { env: "NAME" } }`: a reference within a reference. */
function findInnerReference(value: unknown): InnerReference | undefined {
  const outer = onlyEntry(value);
  const inner = outer && onlyEntry(outer[1]);
  if (outer === undefined || inner === undefined || typeof inner[1] !== "string") return undefined;
  const reference = { [inner[0]]: inner[1] } as InnerReference["reference"];
  return { reference, isSame: outer[0] === "env" || inner[0] === "file" };
}

function onlyEntry(value: unknown): readonly [kind: string, name: unknown] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const [entry, ...others] = Object.entries(value);
  return entry !== undefined && others.length === 0 && /^(?:env|file)$/.test(entry[0])
    ? entry
    : undefined;
}

/** `{ gmail: { agentId: "mail" } }`: a preset has no settings, and an own mapping goes before it. */
function hintForPresets(value: unknown): string | undefined {
  const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
  const entries = isMap ? Object.entries(value) : [];
  const named = entries.filter(([, own]) => own !== false).map(([name]) => name);
  if (named.length === 0) return MISSHAPEN["presets"];
  const list = `Write a list of names: ${JSON.stringify(named)}.`;
  const keys = entries.flatMap(([name, own]) =>
    typeof own === "object" && own !== null
      ? Object.keys(own).map((key) => [name, key] as const)
      : [],
  );
  const [first] = keys;
  if (first === undefined) return list;
  const moved = keys.map(([, key]) => `"${key}"`).join(", ");
  return `Presets have no settings: move ${moved} up into an entry of "mappings" with "match": { "path": "${first[0]}" } and a "messageTemplate", which goes before the preset. ${list}`;
}

function hintForAuth(value: unknown): string {
  const provider = isText(value) ? JSON.stringify(value) : "…";
  return `Write { "provider": ${provider}, "secret": { "env": "NAME" } }, or "none".`;
}

function hintForTransform(value: unknown): string {
  if (!isText(value)) return 'Remove the key, or write { "module": "file-in-transformsDir.js" }.';
  const file = /\.\w+$/.test(value) ? value : `${value}.js`;
  return `Write { "module": ${JSON.stringify(file)} }.`;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

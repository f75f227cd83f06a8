// The hooks as written → warnings of expressions, patterns and lists in values that are used as they are.

import { TEMPLATED_FIELDS } from "../../generated/field-lists.ts";
import {
  type ConfigPath,
  configPathToText,
  createProblem,
  type Report,
} from "../../model/index.ts";
import { type HooksInput, ONE_MAILBOX } from "../config/index.ts";
import type { CodeRows } from "./code-row.ts";

export const CODES: CodeRows = {
  value_expression: {
    meaning:
      "A value that is used literally has an expression or a variable in braces, which nothing fills in.",
    wrong: 'match: { path: shop, headers: { x-user: "{{user.name}}" } }',
    right:
      "match: { path: shop, when: { ==: [{ var: headers.x-user }, { var: payload.user.name }] } }",
    say: "Only templates are filled in: not matches, conditions or `respond`.",
  },
};

export function checkLiterals(hooks: HooksInput, report: Report): void {
  visit(hooks, ["hooks"], report);
  for (const [index, mapping] of (hooks.mappings ?? []).entries()) {
    for (const key of ["to", "accountId", "agentId", "model"] as const) {
      checkOne(mapping?.[key], ["hooks", "mappings", index, key], report);
    }
  }
  checkOne(hooks.gmail?.account, ["hooks", "gmail", "account"], report);
  checkOne(hooks.gmail?.label, ["hooks", "gmail", "label"], report);
  checkListed(hooks, report);
}

/** `*`, or several values that are separated. A recipient may have `#`, `@` and `+`. */
const SEVERAL = /^(?:\*{1,2}|[\w.:/@#+-]+(?:\s*[,;|]\s*[\w.:/@#+-]+)+)$/;

/** Names of one thing: an action goes to one agent and one recipient, and a config watches one label of one mailbox. */
function checkOne(text: string | undefined, path: ConfigPath, report: Report): void {
  if (text === undefined || !SEVERAL.test(text.trim())) return;
  const key = String(path.at(-1));
  const message = `"${key}" is used literally, so ${JSON.stringify(text)} is the name of a single ${ONE.get(key)}.`;
  const hint = path[1] === "gmail" ? ONE_MAILBOX : `Write one ${ONE.get(key)}.`;
  report(createProblem("value_pattern", path, message, { severity: "warning", hint }));
}

const ONE: ReadonlyMap<string, string> = new Map([
  ["to", "recipient"],
  ["accountId", "account"],
  ["agentId", "agent"],
  ["model", "model"],
  ["account", "mailbox"],
  ["label", "label"],
]);

/** Lists whose entries are names or beginnings. */
function checkListed(
  { allowedSessionKeyPrefixes = [], allowedAgentIds = [] }: HooksInput,
  report: Report,
): void {
  for (const [index, prefix] of textsOf(allowedSessionKeyPrefixes)) {
    const start = prefix.replace(/\*+$/, "");
    if (start === prefix) continue;
    const message = `An allowed prefix is compared literally, so the star in ${JSON.stringify(prefix)} matches only a star.`;
    const hint = `Write ${JSON.stringify(start)}: a key only has to begin with it.`;
    const change = { kind: "replace", value: start, safe: false } as const;
    const path = ["hooks", "allowedSessionKeyPrefixes", index];
    const advice =
      start === "" ? { hint: "Remove the list to allow every key." } : { hint, change };
    report(createProblem("value_pattern", path, message, { severity: "warning", ...advice }));
  }
  for (const [index, id] of textsOf(allowedAgentIds)) {
    if (id.trim() === "*" || !id.includes("*")) continue;
    const message = `An id is compared literally, so ${JSON.stringify(id)} allows only an agent of that name.`;
    const hint = 'Write the ids one by one, or "*" alone for all agents.';
    const path = ["hooks", "allowedAgentIds", index];
    report(createProblem("value_pattern", path, message, { severity: "warning", hint }));
  }
}

/** Keys of a mapping that are templates, or whose expressions their own check refuses. */
const IN_MAPPING: ReadonlySet<string> = new Set<string>([
  ...TEMPLATED_FIELDS,
  ...["messageTemplate", "textTemplate", "instructions", "dedupeKey", "forEach", "channel"],
]);

/** Keys of a mapping whose values have templates. */
const NESTED_TEMPLATES: ReadonlySet<string> = new Set(["route", "undelivered", "coalesce"]);

/** Secrets have a check of their own, and presets and files are found or not. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  ...["token", "tokens", "secret", "secrets", "credentials", "pushToken", "publicKey", "basic"],
  ...["partials", "internal", "when", "signed", "presets", "include", "transforms"],
]);

function isSkipped(path: ConfigPath): boolean {
  const key = String(path.at(-1));
  if (path.length === 4 && path[1] === "mappings" && IN_MAPPING.has(key)) return true;
  if (path.length === 5 && NESTED_TEMPLATES.has(String(path[3]))) return true;
  // A path with braces is a pattern, and the base path is checked on its own.
  const isPath = key === "path" && (path.includes("match") || path.length === 2);
  return isPath || (ELSEWHERE.has(key) && !path.includes("json"));
}

function visit(value: unknown, path: ConfigPath, report: Report): void {
  if (typeof value === "string") checkText(value, path, report);
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    if (!isSkipped(at)) visit(inner, at, report);
  }
}

const EXPRESSION = /\{\{\s*[^{}\s][^{}]*\}\}|\$\{\s*[A-Za-z_][^{}]*\}|<%=?[^%]+%>|\{%[^%]+%\}/;

/** In an answer, `{id}` as well: it shows nothing else than what the text would. */
const SINGLE = /(?<![{$\\])\{\s*[A-Za-z_][\w-]*(?:\.[\w-]+|\[\d+\])*\s*\}(?!\})/;

const VARIABLE = /^\$\{\s*[A-Z][A-Z\d_]*\s*\}$/;

function checkText(text: string, path: ConfigPath, report: Report): void {
  const isAnswer = path[3] === "respond";
  const [found] = EXPRESSION.exec(text) ?? (isAnswer ? SINGLE.exec(text) : null) ?? [];
  if (found === undefined) return;
  const name = configPathToText(path.slice(path[1] === "mappings" ? 3 : 1));
  const shown = found.length > MAX_SHOWN ? `${found.slice(0, MAX_SHOWN)}…` : found;
  const message = `${name} is used literally, so "${shown}" is not filled in.`;
  const hint = hintFor(found, path, isAnswer);
  report(createProblem("value_expression", path, message, { severity: "warning", hint }));
}

/** What is not a text was reported, and has become undefined. */
function textsOf(list: readonly unknown[]): readonly (readonly [index: number, text: string])[] {
  return list.flatMap((text, index) => (typeof text === "string" ? [[index, text] as const] : []));
}

const MAX_SHOWN = 60;

function hintFor(found: string, path: ConfigPath, isAnswer: boolean): string {
  const field = /^\$?\{\{?\s*([A-Za-z_][\w.-]*)\s*\}\}?$/.exec(found)?.[1];
  if (isAnswer) return hintForAnswer(field, path);
  const clause = path.findLastIndex((step) => step === "headers" || step === "query");
  if (path.includes("match") && clause !== -1 && field !== undefined) {
    const name = `${path[clause]}.${path[clause + 1]}`;
    const read = withRoot(field);
    return `In place of it write "when": { "==": [{ "var": "${name}" }, { "var": "${read}" }] }.`;
  }
  if (VARIABLE.test(found))
    return 'Write the value itself: "${NAME}" is read in keys of secrets alone.';
  return "Write the value itself.";
}

function withRoot(field: string): string {
  return /^(?:payload|headers|query|now)(?:\.|$)/.test(field) ? field : `payload.${field}`;
}

/** What an answer repeats of the request is a challenge. */
function hintForAnswer(field: string | undefined, path: ConfigPath): string {
  const fixed = "Write an answer that is the same for every event.";
  const from = field === undefined ? "payload.challenge" : withRoot(field);
  const kind = KINDS.get(path[4]) ?? "json";
  const as =
    kind === "text" ? "" : `, "as": "${path.findLast((step) => typeof step === "string")}"`;
  return `${fixed} To send a challenge back, write into "auth": "handshake": { "echo": { "from": "${from}", "to": "${kind}"${as} } }.`;
}

const KINDS: ReadonlyMap<unknown, string> = new Map([
  ["text", "text"],
  ["headers", "header"],
]);

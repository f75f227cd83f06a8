// A condition that is no operation, or no sound one → what to write instead.
import type { ConfigChange } from "../../base/index.ts";
import { OPERATORS } from "./operators.ts";
import type { Advice } from "./rule-state.ts";
import { ruleToJson } from "./rule-to-json.ts";

const EXAMPLE = { "==": [{ var: "payload.field" }, "text"] };

/** `payload.action == 'opened'`, as in the expressions of other systems. */
const COMPARISON =
  /^\s*([\w-]+(?:\.[\w-]+)*)\s*([=!]==?|[<>]=?)\s*(?:"([^"]*)"|'([^']*)'|(-?(?:0|[1-9]\d*)(?:\.\d+)?|true|false|null))\s*$/;

/** `{{action}} == opened`: in braces there is a field, and the rest is a text. */
const IN_BRACES = /^\s*\{\{\s*([\w.-]+)\s*\}\}\s*([=!]==?)\s*([\w.-]+)\s*$/;

const LITERALS = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?)$/;

/** A longer expression is no slip. */
const MAX_EXPRESSION_LENGTH = 500;

export function adviseValue(rule: unknown): Advice {
  const meant = findMeant(rule);
  const hint = `Write ${ruleToJson(meant ?? EXAMPLE)}.`;
  if (meant === undefined) return { hint };
  const isList = Array.isArray(rule);
  const change: ConfigChange = isList
    ? { kind: "wrap", key: "and", safe: true }
    : { kind: "replace", value: meant, safe: false };
  return { hint, change };
}

function findMeant(rule: unknown): unknown {
  if (Array.isArray(rule)) return rule.length === 0 ? undefined : { and: rule };
  if (typeof rule !== "string" || rule.length > MAX_EXPRESSION_LENGTH) return undefined;
  return findJoined(rule, "or", /\|\||\sor\s/i);
}

/** `a == 'x' && b == 'y'`; undefined where a part is no comparison. */
function findJoined(text: string, operator: "or" | "and", separator: RegExp): unknown {
  const whole = findComparison(text);
  if (whole !== undefined) return whole;
  const parts = text.split(separator);
  const rules = parts.map((part) =>
    operator === "or" ? findJoined(part, "and", /&&|\sand\s/i) : findComparison(part),
  );
  if (rules.length === 1) return rules[0];
  return rules.includes(undefined) ? undefined : { [operator]: rules };
}

function findComparison(text: string): unknown {
  const inBraces = IN_BRACES.exec(text);
  if (inBraces !== null) {
    const [, field, sign, word] = inBraces as unknown as readonly [string, string, string, string];
    return { [sign]: [{ var: withRoot(field) }, LITERALS.test(word) ? JSON.parse(word) : word] };
  }
  const found = COMPARISON.exec(text.replaceAll(/\{\{\s*|\s*\}\}/g, ""));
  if (found === null) return undefined;
  const [, path = "", operator = "", double, single, literal = "null"] = found;
  const value = double ?? single ?? JSON.parse(literal);
  return { [operator]: [{ var: withRoot(path) }, value] };
}

export function withRoot(path: string): string {
  return /^(?:payload|headers|query|path|now)(?:\.|$)/.test(path) ? path : `payload.${path}`;
}

/** An object with several keys: an operation has one. */
export function adviseKeys(rule: object): Advice {
  const meant = findMeantOf(rule);
  if (meant === undefined) return { hint: 'Join rules with { "and": […] }.' };
  const change: ConfigChange = { kind: "replace", value: meant, safe: false };
  return { hint: `Write ${ruleToJson(meant)}.`, change };
}

function findMeantOf(rule: object): object | undefined {
  const entries = Object.entries(rule);
  const { field, operator, value } = Object.fromEntries(
    entries.map(([key, one]) => [ROLES.get(key) ?? key, one] as const),
  );
  if (typeof field === "string" && entries.length <= 3 && value !== undefined) {
    const name = typeof operator === "string" ? (WORDS.get(operator) ?? operator) : "==";
    if (OPERATORS.has(name)) return { [name]: [{ var: withRoot(field) }, value] };
  }
  const rules = entries.map(([key, one]) =>
    OPERATORS.has(key) ? { [key]: one } : equality(key, one),
  );
  return rules.includes(undefined) ? undefined : { and: rules };
}

/** How rules of other systems name the three parts of a comparison. */
const ROLES: ReadonlyMap<string, string> = new Map([
  ["path", "field"],
  ["key", "field"],
  ["property", "field"],
  ["op", "operator"],
  ["comparison", "operator"],
]);

const WORDS: ReadonlyMap<string, string> = new Map([
  ["equals", "=="],
  ["equal", "=="],
  ["eq", "=="],
  ["=", "=="],
  ["not_equals", "!="],
  ["ne", "!="],
  ["gt", ">"],
  ["gte", ">="],
  ["lt", "<"],
  ["lte", "<="],
  ["starts_with", "startsWith"],
  ["ends_with", "endsWith"],
  ["regex", "matches"],
]);

/** `{ "action": "opened" }`, `{ "action": ["opened", "closed"] }`, as in filters of other systems. */
export function equality(name: string, value: unknown): object | undefined {
  if (!/^[\w-]+(?:\.[\w-]+)*$/.test(name)) return undefined;
  const field = { var: withRoot(name) };
  if (!Array.isArray(value)) return isScalar(value) ? { "==": [field, value] } : undefined;
  return value.length > 0 && value.every(isScalar) ? { in: [field, value] } : undefined;
}

function isScalar(value: unknown): boolean {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

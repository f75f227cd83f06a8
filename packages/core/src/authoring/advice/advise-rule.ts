// What is wrong with a rule → the same problem with what its author probably means, in words and as a change.
//
// To advise of a further fault: a kind of `RuleFault` in rules/read-rule.ts, a line in `adviseFault`, and its
// test in advise-rule.test.ts.

import { findNearestName, hintNearestName, isRecord, quoteNestedBrackets } from "@hookwright/base";
import type {
  Advice,
  ConfigChange,
  ConfigPath,
  Problem,
  ProblemExtras,
  Report,
} from "../../model/index.ts";
import {
  type ForeignStep,
  nameField,
  OPERATORS,
  type RuleFault,
  type RuleProblem,
  readOperation,
  ruleToJson,
} from "../rules/index.ts";
import { readExpression } from "./read-expression.ts";

/** For what compiles a rule: each of its problems comes to `report` with its advice. */
export function adviseRules(report: Report): (found: RuleProblem) => void {
  return ({ fault, ...problem }) => report(fault ? withAdvice(problem, fault) : problem);
}

function withAdvice(problem: Problem, fault: RuleFault): Problem {
  const { hint, change } = adviseFault(fault, problem.path);
  return { ...problem, ...(hint !== undefined && { hint }), ...(change && { change }) };
}

/** `path` is that of the problem. */
function adviseFault(fault: RuleFault, path: ConfigPath): Pick<ProblemExtras, "hint" | "change"> {
  switch (fault.is) {
    case "no rule":
      return adviseNoRule(fault.value);
    case "many arguments":
      return adviseMany(fault) ?? {};
    case "several operators":
      return adviseSeveral(fault.rule);
    case "unknown operator":
      return adviseOperator(fault.name, fault.written, path);
    case "fixed values":
      return adviseFixed(fault.field);
    case "reversed arguments": {
      const [first, second, ...others] = fault.args;
      const rule = { [fault.operator]: [second, first, ...others] };
      return writeRule(rule, fault.operatorPath);
    }
    case "no pattern":
      return { hint: 'Write { "matches": [{ "var": "payload.ref" }, "^refs/tags/v\\\\d+"] }.' };
    case "wrong pattern":
      return { hint: fault.hint };
    case "wrong brackets":
      return adviseBrackets(fault.name);
    case "no name":
      return { hint: 'Write "payload".' };
    case "no path":
      return { hint: 'Write { "parseJson": [{ "var": "payload.message" }, "alarm.name"] }.' };
    case "foreign step":
      return { hint: adviseStep(fault.name, fault.step) };
    case "unknown root":
      return adviseRoot(fault);
  }
}

/**
 * Replaces the rule whose operator is at the path. Not safe: a condition that runs may
 * mean what it says, and what a wrong one means is a guess.
 */
export function writeRule(rule: unknown, operatorPath: ConfigPath): Advice {
  const path = operatorPath.slice(0, -1);
  return {
    hint: `Write ${ruleToJson(rule)}.`,
    change: { kind: "replace", value: rule, path, safe: false },
  };
}

/** `{ "in": [field, "a", "b"] }`: the values of which one fits are a list. */
function adviseMany({
  operator,
  args,
  operatorPath,
}: FaultOf<"many arguments">): Advice | undefined {
  const [first, ...others] = args;
  const isField = readOperation(first) !== undefined;
  const isIn = operator === "in" || operator === "==" || operator === "===";
  if (isIn && isField) return writeRule({ in: [first, others.flat()] }, operatorPath);
  const last = args.at(-1);
  // The part is the first argument: each of the parts is looked for.
  if (operator === "in" && readOperation(last) !== undefined) {
    return writeRule({ or: args.slice(0, -1).map((part) => ({ in: [part, last] })) }, operatorPath);
  }
  if (!isField) return undefined;
  if (operator === "!=" || operator === "!==") {
    return writeRule({ "!": { in: [first, others.flat()] } }, operatorPath);
  }
  if (operator !== "startsWith" && operator !== "endsWith") return undefined;
  return writeRule({ or: others.map((part) => ({ [operator]: [first, part] })) }, operatorPath);
}

type FaultOf<Is extends RuleFault["is"]> = Extract<RuleFault, { readonly is: Is }>;

function adviseFixed(field: string | undefined): Advice {
  const hint = `To read a field of the event write { "var": "${field ?? "payload.field"}" }.`;
  // The text may be meant.
  return field === undefined
    ? { hint }
    : { hint, change: { kind: "replace", value: { var: field }, safe: false } };
}

/** `payload.[data[email]]`: a name with brackets is written in quotes. */
function adviseBrackets(name: string): Advice {
  const written = quoteNestedBrackets(name);
  if (written === undefined) return { hint: 'Write a path such as "payload.items[0].id".' };
  return { hint: `Write "${written}".`, change: rename(name, written, true) };
}

function adviseRoot({ name, root, roots, isOfEvent }: FaultOf<"unknown root">): Advice {
  const field = isOfEvent ? nameField(name) : undefined;
  if (field !== undefined) return { hint: `Write "${field}".`, change: rename(name, field, true) };
  const hint = hintNearestName(root, roots);
  const nearest = findNearestName(root, roots);
  const change =
    nearest === undefined ? undefined : rename(name, nearest + name.slice(root.length), false);
  if (!isOfEvent) return { hint, change };
  const inPayload = `payload.${name}`;
  return {
    hint: `${hint} For a field of the body write "${inPayload}".`,
    change: change ?? rename(name, inPayload, true),
  };
}

function adviseStep(name: string, { is, before, without = "" }: ForeignStep): string {
  const list = `{ "var": ${JSON.stringify(before)} }`;
  const field = name.slice(name.length - (without.length - before.length)).replace(/^\./, "");
  switch (is) {
    case "every element":
      return `Write { "some": [${list}, { "==": [{ "var": "${field}" }, "…"] }] }, or "all", "none", "count".`;
    case "choice":
      return `Write { "find": [${list}, { "==": [{ "var": "…" }, "…"] }, "…"] }.`;
    case "from the end":
      return `Places are counted from the start: ${before}.0 is the first. To look at all elements write { "some": [${list}, { "==": [{ "var": "…" }, "…"] }] }.`;
    case "any depth":
      return "Write the whole path to the field.";
  }
}

function rename(old: string, value: string, safe: boolean): ConfigChange {
  return { kind: "replace", value, old, safe };
}

/** Names that people write for an operator with the same arguments. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ["not", "!"],
  ["equals", "=="],
  ["eq", "=="],
  ["ne", "!="],
  ["neq", "!="],
  ["gt", ">"],
  ["gte", ">="],
  ["lt", "<"],
  ["lte", "<="],
  ["=", "=="],
  ["<>", "!="],
  ["$and", "and"],
  ["$or", "or"],
  ["$not", "!"],
  ["AND", "and"],
  ["OR", "or"],
  ["NOT", "!"],
  ["&&", "and"],
  ["||", "or"],
  ["any", "some"],
  ["every", "all"],
  ["has", "exists"],
  ["defined", "exists"],
  ["isset", "exists"],
  ["prefix", "startsWith"],
  ["beginsWith", "startsWith"],
  ["starts_with", "startsWith"],
  ["suffix", "endsWith"],
  ["ends_with", "endsWith"],
  ["regex", "matches"],
  ["regexp", "matches"],
  ["match", "matches"],
  ["test", "matches"],
  ["=~", "matches"],
  ["size", "count"],
  ["len", "count"],
  ["length", "count"],
]);

/** A rule of adnanh/webhook: `{ type: value, value: opened, parameter: { source: payload, name: action } }`. */
function ruleOfWebhook(written: unknown): object | undefined {
  if (!isRecord(written) || !isRecord(written["parameter"])) return undefined;
  const { type, value, regex, parameter } = written;
  const { source, name } = parameter as Readonly<Record<string, unknown>>;
  const root = typeof source === "string" ? SOURCES.get(source) : undefined;
  if (root === undefined || typeof name !== "string") return undefined;
  const field = { var: `${root}.${root === "headers" ? name.toLowerCase() : name}` };
  if (type === "value" && isScalar(value)) return { "==": [field, value] };
  return type === "regex" && typeof regex === "string" ? { matches: [field, regex] } : undefined;
}

const SOURCES: ReadonlyMap<string, string> = new Map([
  ["payload", "payload"],
  ["header", "headers"],
  ["url", "query"],
  ["query", "query"],
]);

/** A text or list that has a part: `in` takes the part first. */
const CONTAINS: ReadonlySet<string> = new Set(["contains", "includes", "has_value", "like"]);

const ABSENT: ReadonlySet<string> = new Set(["not_in", "notIn", "nin"]);

const WRITTEN: ReadonlyMap<string, string> = new Map([
  ["log", "Remove it; `explain` shows what each atom of the condition saw."],
  ["now", 'Write { "var": "now" }.'],
  ["between", 'Write { "<=": [lowest, value, highest] }.'],
  ["lower", 'Write { "matches": [text, "^wip", "ignoreCase"] }.'],
  ["upper", 'Write { "matches": [text, "^wip", "ignoreCase"] }.'],
]);

function adviseOperator(name: string, written: unknown, path: ConfigPath): Advice {
  const fixed = WRITTEN.get(name);
  if (fixed !== undefined) return { hint: fixed };
  const webhook = name === "match" ? ruleOfWebhook(written) : undefined;
  if (webhook !== undefined) return writeRule(webhook, path);
  if (name === "match" && isRecord(written))
    return {
      hint: `Write ${ruleToJson(EXAMPLE)}; a signature or address of the sender is checked by "auth" of the mapping.`,
    };
  const key = RENAMED.get(name);
  if (key !== undefined) {
    return { hint: `Write "${key}".`, change: { kind: "rename", key, safe: true } };
  }
  const rule = findMeant(name, written);
  if (rule !== undefined) {
    return writeRule(rule, path);
  }
  if (CONTAINS.has(name)) return { hint: 'Write { "in": [part, whole] }.' };
  const known = [...OPERATORS.keys()];
  const nearest = findNearestName(name, known);
  const change: ConfigChange | undefined =
    nearest === undefined ? undefined : { kind: "rename", key: nearest, safe: false };
  return { hint: hintNearestName(name, known), change };
}

function findMeant(name: string, written: unknown): object | undefined {
  if (CONTAINS.has(name)) return inOf(written);
  if (ABSENT.has(name)) return { "!": { in: written } };
  const compared = compareField(name, written) ?? equality(name, written);
  // No operator takes true, false or null alone, or an object with "$".
  const isField =
    isNoArgument(written) ||
    hasPattern(written) ||
    findNearestName(name, OPERATORS.keys()) === undefined;
  return isField ? compared : undefined;
}

function hasPattern(written: unknown): boolean {
  if (!Array.isArray(written)) return false;
  return written.some((one) => isRecord(one) && ruleOfPattern({ var: "" }, one) !== undefined);
}

function isNoArgument(written: unknown): boolean {
  return typeof written === "boolean" || (typeof written === "object" && !Array.isArray(written));
}

/** `{ "action": { "$eq": "opened" } }`, as databases and Hookdeck write it. */
function compareField(name: string, written: unknown): object | undefined {
  const { name: sign = "", args = [] } = readOperation(written) ?? {};
  const operator = DOLLARS.get(sign);
  if (operator === undefined || equality(name, true) === undefined) return undefined;
  const field = { var: withRoot(name) };
  const [value] = args;
  if (operator === "exists") {
    const exists = { exists: field.var };
    return value === false ? { "!": exists } : exists;
  }
  if (sign === "$in") return { in: [field, args] };
  return sign === "$nin" ? { "!": { in: [field, args] } } : { [operator]: [field, value] };
}

const DOLLARS: ReadonlyMap<string, string> = new Map([
  ["$eq", "=="],
  ["$ne", "!="],
  ["$neq", "!="],
  ["$gt", ">"],
  ["$gte", ">="],
  ["$lt", "<"],
  ["$lte", "<="],
  ["$in", "in"],
  ["$nin", "in"],
  ["$exists", "exists"],
  ["$exist", "exists"],
  ["$startsWith", "startsWith"],
  ["$endsWith", "endsWith"],
  ["$regex", "matches"],
]);

function inOf(written: unknown): object | undefined {
  if (!Array.isArray(written) || written.length !== 2) return undefined;
  const [first, second] = written;
  // The whole is a field, and its part mostly a fixed text, whichever of them comes first.
  const isPartFirst = typeof first !== "object" && typeof second === "object";
  return { in: isPartFirst ? [first, second] : [second, first] };
}

const EXAMPLE = { "==": [{ var: "payload.field" }, "text"] };

/** A condition that is not an operation, or not a valid one → what to write instead. */
function adviseNoRule(rule: unknown): Advice {
  if (Array.isArray(rule) && rule.length > 0) {
    const hint = `Write ${ruleToJson({ and: rule })}.`;
    return { hint, change: { kind: "wrap", key: "and", safe: true } };
  }
  const read = typeof rule === "string" ? readExpression(rule) : undefined;
  if (read === undefined) return { hint: `Write ${ruleToJson(EXAMPLE)}.` };
  const { rule: value, otherwise, clause } = read;
  const beside = clause === undefined ? "" : `, or in place of "when": ${clause}`;
  const other =
    otherwise === undefined ? "" : ` If the body has a key of that name: ${ruleToJson(otherwise)}.`;
  const hint = `Write ${ruleToJson(value)}${beside}.${other}`;
  return { hint, change: { kind: "replace", value, safe: false } };
}

/** In filters of other systems names are fields of the body, unless they begin as an expression does. */
function withRoot(path: string): string {
  if (/^(?:payload|headers|query|path|now)(?:\.|$)/.test(path)) return path;
  return nameField(path) ?? `payload.${path}`;
}

/** An object with several keys: an operation has one. */
function adviseSeveral(rule: object): Advice {
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
function equality(name: string, value: unknown): object | undefined {
  if (!/^(?:\$|[\w-]+)(?:\.[\w-]+)*$/.test(name)) return undefined;
  const field = { var: withRoot(name) };
  if (!Array.isArray(value)) return isScalar(value) ? { "==": [field, value] } : undefined;
  if (value.length === 0) return undefined;
  if (value.every(isScalar)) return { in: [field, value] };
  const rules = value.map((one) =>
    isScalar(one) ? { "==": [field, one] } : ruleOfPattern(field, one),
  );
  if (rules.includes(undefined)) return undefined;
  return rules.length === 1 ? rules[0] : { or: rules };
}

/** Patterns of EventBridge: `{ "prefix": "pull_" }`, `{ "anything-but": ["closed"] }`. */
function ruleOfPattern(field: { readonly var: string }, written: unknown): object | undefined {
  const { name, args = [] } = readOperation(written) ?? {};
  const [value] = args;
  switch (name) {
    case "prefix":
      return typeof value === "string" ? { startsWith: [field, value] } : undefined;
    case "suffix":
      return typeof value === "string" ? { endsWith: [field, value] } : undefined;
    case "anything-but":
      return args.every(isScalar) ? { "!": { in: [field, args] } } : undefined;
    case "exists":
      return value === false ? { "!": { exists: field.var } } : { exists: field.var };
    default:
      return undefined;
  }
}

function isScalar(value: unknown): boolean {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

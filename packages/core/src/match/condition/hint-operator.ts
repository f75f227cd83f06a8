// An operator that does not exist, with its arguments → what to write instead.

import { findNearestName, hintNearestName } from "@hookwright/base";
import type { ConfigChange, ConfigPath } from "../../base/index.ts";
import { equality, withRoot } from "./hint-value.ts";
import { OPERATORS } from "./operators.ts";
import { readOperation } from "./read-operation.ts";
import { type Advice, replaceRule } from "./rule-state.ts";
import { ruleToJson } from "./rule-to-json.ts";

/** Names that people write in place of an operator with the same arguments. */
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

/** A text or list that has a part: `in` takes the part first. */
const CONTAINS: ReadonlySet<string> = new Set(["contains", "includes", "has_value", "like"]);

const ABSENT: ReadonlySet<string> = new Set(["not_in", "notIn", "nin"]);

const WRITTEN: ReadonlyMap<string, string> = new Map([
  ["log", "Remove it; `explain` shows every sub-result."],
  ["now", 'Write { "var": "now" }.'],
  ["between", 'Write { "<=": [lowest, value, highest] }.'],
  ["lower", 'Write { "matches": [text, "^wip", "ignoreCase"] }.'],
  ["upper", 'Write { "matches": [text, "^wip", "ignoreCase"] }.'],
]);

interface UnknownOperator {
  readonly written: unknown;
  /** Of the operator. */
  readonly path: ConfigPath;
}

export function adviseOperator(name: string, { written, path }: UnknownOperator): Advice {
  const fixed = WRITTEN.get(name);
  if (fixed !== undefined) return { hint: fixed };
  const key = RENAMED.get(name);
  if (key !== undefined) {
    return { hint: `Write "${key}".`, change: { kind: "rename", key, safe: true } };
  }
  const rule = findMeant(name, written);
  if (rule !== undefined) {
    return { hint: `Write ${ruleToJson(rule)}.`, change: replaceRule(rule, path) };
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
  const isField = isNoArgument(written) || findNearestName(name, OPERATORS.keys()) === undefined;
  return isField ? compared : undefined;
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

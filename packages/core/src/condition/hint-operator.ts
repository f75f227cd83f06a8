// An operator that does not exist, with its arguments → what to write instead.
import { findNearestName, hintNearestName } from "../problem/nearest-name.ts";
import { OPERATORS } from "./operators.ts";
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

export function hintOperator(name: string, written: unknown): string {
  const fixed = WRITTEN.get(name);
  if (fixed !== undefined) return fixed;
  const renamed = RENAMED.get(name);
  if (renamed !== undefined) return `Write "${renamed}".`;
  if (CONTAINS.has(name)) return `Write ${inOf(written)}.`;
  if (ABSENT.has(name)) return `Write ${ruleToJson({ "!": { in: written } })}.`;
  const known = [...OPERATORS.keys()];
  if (findNearestName(name, known) === undefined && isFieldWithValue(name, written)) {
    return `Write ${ruleToJson({ "==": [{ var: `payload.${name}` }, written] })}.`;
  }
  return hintNearestName(name, known);
}

function inOf(written: unknown): string {
  if (!Array.isArray(written) || written.length !== 2) return '{ "in": [part, whole] }';
  const [first, second] = written;
  // The whole is a field, and its part mostly a fixed text, whichever of them comes first.
  const isPartFirst = typeof first !== "object" && typeof second === "object";
  return ruleToJson({ in: isPartFirst ? [first, second] : [second, first] });
}

/** `{ "action": "opened" }`, as in filters of other systems. */
function isFieldWithValue(name: string, written: unknown): boolean {
  return /^[\w-]+(?:\.[\w-]+)*$/.test(name) && typeof written === "string";
}

// The operators of JSON Logic: which there are, how a rule names one, and a rule as text.
import { isNested } from "@hookwright/base";

/** `lazy` operators evaluate only the arguments they need; `scoped` ones a rule for each element. */
type OperatorKind = "value" | "comparison" | "text" | "lazy" | "scoped" | "variable" | "parsed";

export interface Operator {
  readonly kind: OperatorKind;
  readonly arity: readonly [number, number];
}

const ANY = Number.POSITIVE_INFINITY;

function operator(kind: OperatorKind, least: number, most: number): Operator {
  return { kind, arity: [least, most] };
}

export const OPERATORS: ReadonlyMap<string, Operator> = new Map([
  ["var", operator("variable", 1, 2)],
  ["missing", operator("variable", 1, ANY)],
  ["missing_some", operator("variable", 2, 2)],
  ["exists", operator("variable", 1, ANY)],
  ["if", operator("lazy", 2, ANY)],
  ["?:", operator("lazy", 3, 3)],
  ["and", operator("lazy", 1, ANY)],
  ["or", operator("lazy", 1, ANY)],
  ["map", operator("scoped", 2, 2)],
  ["filter", operator("scoped", 2, 2)],
  ["all", operator("scoped", 2, 2)],
  ["none", operator("scoped", 2, 2)],
  ["some", operator("scoped", 2, 2)],
  ["reduce", operator("scoped", 2, 3)],
  ["find", operator("scoped", 2, 3)],
  ["count", operator("scoped", 1, 2)],
  ["startsWith", operator("text", 2, 2)],
  ["endsWith", operator("text", 2, 2)],
  ["matches", operator("text", 2, 3)],
  ["parseJson", operator("parsed", 1, 2)],
  ["==", operator("comparison", 2, 2)],
  ["===", operator("comparison", 2, 2)],
  ["!=", operator("comparison", 2, 2)],
  ["!==", operator("comparison", 2, 2)],
  ["!", operator("value", 1, 1)],
  ["!!", operator("value", 1, 1)],
  [">", operator("comparison", 2, 2)],
  [">=", operator("comparison", 2, 2)],
  ["<", operator("comparison", 2, 3)],
  ["<=", operator("comparison", 2, 3)],
  ["max", operator("value", 1, ANY)],
  ["min", operator("value", 1, ANY)],
  ["+", operator("value", 1, ANY)],
  ["-", operator("value", 1, 2)],
  ["*", operator("value", 1, ANY)],
  ["/", operator("value", 2, 2)],
  ["%", operator("value", 2, 2)],
  ["merge", operator("value", 0, ANY)],
  ["in", operator("comparison", 2, 2)],
  ["cat", operator("value", 0, ANY)],
  ["substr", operator("value", 2, 3)],
]);

/** A part of a rule that is an operator with its arguments. */
export interface Operation {
  readonly name: string;
  readonly args: readonly unknown[];
  /** Whether the arguments are in a list; a single one need not be. */
  readonly isList: boolean;
}

/** A rule, or a part of one → its operator and arguments, where it is an operation. */
export function readOperation(rule: unknown): Operation | undefined {
  if (typeof rule !== "object" || rule === null || Array.isArray(rule)) return undefined;
  const [entry, ...others] = Object.entries(rule);
  if (entry === undefined || others.length > 0) return undefined;
  const [name, written] = entry;
  const isList = Array.isArray(written);
  return { name, args: isList ? written : [written], isList };
}

/** A longer rule is not read in a hint. */
const MAX_HINT_LENGTH = 200;

/** `isNested` counts lists and objects: no stack is too small for these. */
const MAX_HINT_LEVELS = 20;

/** A rule, or a part of one → its JSON in one line, as the docs write it; for hints. */
export function ruleToJson(rule: unknown): string {
  if (isNested(rule, MAX_HINT_LEVELS)) return "…";
  const text = write(rule);
  return text.length > MAX_HINT_LENGTH ? `${text.slice(0, MAX_HINT_LENGTH)}…` : text;
}

function write(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(write).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, part]) => `${JSON.stringify(key)}: ${write(part)}`,
  );
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

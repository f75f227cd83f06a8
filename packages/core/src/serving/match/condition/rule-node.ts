// The tree of a rule: what it does and what it reads, as plain data. Types, and the walk over the parts of a node.
import type { ConfigPath } from "../../../model/index.ts";

/**
 * One part of a rule that was read: `readRule` makes it, and compiling, explaining, reachability and coverage walk it.
 * It holds nothing but JSON, and no rule as written.
 */
export type RuleNode = { readonly at: ConfigPath } & (
  | FixedValue
  | FixedList
  | FieldRead
  | PresenceTest
  | ElementWalk
  | OperatorCall
  | WrongPart
);

/** The same for every event: a scalar, an object without keys, or a list of scalars. */
interface FixedValue {
  readonly kind: "value";
  readonly value: unknown;
  /** The value, where it is a number that JSON cannot write: `Infinity`, `-Infinity` or `NaN`. */
  readonly number?: string;
}

interface FixedList {
  readonly kind: "list";
  readonly items: readonly RuleNode[];
}

/** `var`, or a name where an operator takes names. */
export interface FieldRead {
  readonly kind: "field";
  /** As written: `payload.action`, or a place in a list; empty for the element itself. */
  readonly name: string | number;
  /** The same in steps, the root first; none for the element itself. */
  readonly steps: readonly string[];
  /** An element is whatever the list holds, or the pair that `reduce` makes. */
  readonly of: "event" | "element";
  /** In place of a value that is missing, and not of null. */
  readonly fallback?: RuleNode;
}

/** `exists`, `missing`, `missing_some`: whether fields are there. */
export interface PresenceTest {
  readonly kind: "presence";
  readonly operator: "exists" | "missing" | "missing_some";
  /** Fields; for `exists` any rule. */
  readonly parts: readonly RuleNode[];
  /** How many of them `missing_some` asks for; absent otherwise. */
  readonly least?: number;
}

/** An operator that evaluates a rule for each element of a list. */
interface ElementWalk {
  readonly kind: "each";
  readonly operator: "map" | "filter" | "all" | "none" | "some" | "find" | "count" | "reduce";
  readonly list: RuleNode;
  /** Absent for a `count` of all elements. */
  readonly rule?: RuleNode;
  /** What `reduce` begins with; absent: null. */
  readonly initial?: RuleNode;
  /** What `find` takes of the element; absent: all of it. */
  readonly field?: RuleNode;
}

/** Any other operator. Its arguments are all there: their number was looked at. */
export interface OperatorCall {
  readonly kind: "call";
  readonly operator: string;
  readonly args: readonly RuleNode[];
}

/** A part that was refused. Its value is null. */
interface WrongPart {
  readonly kind: "wrong";
}

/** The parts of a node that are rules, from left to right. */
export function partsOfNode(node: RuleNode): readonly RuleNode[] {
  switch (node.kind) {
    case "value":
    case "wrong":
      return [];
    case "list":
      return node.items;
    case "field":
      return node.fallback === undefined ? [] : [node.fallback];
    case "presence":
      return node.parts;
    case "each":
      return [node.list, node.rule, node.initial, node.field].filter((part) => part !== undefined);
    default:
      return node.args;
  }
}

/** Whether any part reads the event: what reads nothing is the same for every event. */
export function readsEvent(node: RuleNode): boolean {
  return node.kind === "field" || partsOfNode(node).some(readsEvent);
}

/** Counted once, when the rule is compiled: a count at each operator made conditions a fifth slower. */
export function countOperators(node: RuleNode): number {
  const isOperator = node.kind !== "value" && node.kind !== "list";
  return partsOfNode(node).reduce(
    (count, part) => count + countOperators(part),
    isOperator ? 1 : 0,
  );
}

/** The option that `matches` takes, by the name that it has in templates. */
export const IGNORE_CASE = "ignoreCase";

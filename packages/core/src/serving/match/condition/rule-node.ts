// The tree of a rule as plain data: its types, and functions that visit the parts of a node.
import type { ConfigPath } from "../../../model/index.ts";

/**
 * One part of a parsed rule. `readRule` makes it; compiling, explaining, reachability and coverage visit it.
 * It is plain JSON.
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

/** A constant: a scalar, an object without keys, or a list of scalars. */
interface FixedValue {
  readonly kind: "value";
  readonly value: unknown;
  /** The value, if it is a number that JSON cannot write: `Infinity`, `-Infinity` or `NaN`. */
  readonly number?: string;
}

interface FixedList {
  readonly kind: "list";
  readonly items: readonly RuleNode[];
}

/** `var`, or a name in an operator that takes names. */
export interface FieldRead {
  readonly kind: "field";
  /** As written: `payload.action`, or an index in a list; empty for the element itself. */
  readonly name: string | number;
  /** The same as steps, the root first; empty for the element itself. */
  readonly steps: readonly string[];
  /** An element is an item of the list, or the pair that `reduce` makes. */
  readonly of: "event" | "element";
  /** Replaces a missing value, but not null. */
  readonly fallback?: RuleNode;
}

/** `exists`, `missing`, `missing_some`: whether fields are present. */
export interface PresenceTest {
  readonly kind: "presence";
  readonly operator: "exists" | "missing" | "missing_some";
  /** Fields; for `exists`, any rule. */
  readonly parts: readonly RuleNode[];
  /** How many of them `missing_some` requires; absent otherwise. */
  readonly least?: number;
}

/** An operator that evaluates a rule for each element of a list. */
interface ElementWalk {
  readonly kind: "each";
  readonly operator: "map" | "filter" | "all" | "none" | "some" | "find" | "count" | "reduce";
  readonly list: RuleNode;
  /** Absent if `count` counts all elements. */
  readonly rule?: RuleNode;
  /** The initial value of `reduce`; absent: null. */
  readonly initial?: RuleNode;
  /** What `find` returns of the element; absent: the whole element. */
  readonly field?: RuleNode;
}

/** Any other operator. The number of its arguments was checked. */
export interface OperatorCall {
  readonly kind: "call";
  readonly operator: string;
  readonly args: readonly RuleNode[];
}

/** An invalid part. Its value is null. */
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

/** Whether any part reads the event. A rule that reads nothing is constant. */
export function readsEvent(node: RuleNode): boolean {
  return node.kind === "field" || partsOfNode(node).some(readsEvent);
}

/** Counted once, when the rule is compiled: counting at each operator made conditions 20 % slower. */
export function countOperators(node: RuleNode): number {
  const isOperator = node.kind !== "value" && node.kind !== "list";
  return partsOfNode(node).reduce(
    (count, part) => count + countOperators(part),
    isOperator ? 1 : 0,
  );
}

/** The option of `matches`, with the same name as in templates. */
export const IGNORE_CASE = "ignoreCase";

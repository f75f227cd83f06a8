// The types of a compiled condition and of the values that it is evaluated on.

import type { HeaderSource } from "@hookwright/base";
import type { Budget } from "@hookwright/template/runtime";
import type { RuleNode } from "./rule-node.ts";

/** The roots that `var` can read. */
export interface ConditionSubject extends HeaderSource {
  readonly payload: unknown;
  readonly query: unknown;
  readonly path: string;
  /** When the event was received, in ISO 8601 and UTC. */
  readonly now: () => string;
}

/** The same for one element of a list. */
export interface ElementSubject extends ConditionSubject {
  readonly item: unknown;
  readonly index: number;
}

/** The state of one evaluation; `data` is the subject, or the element of a list. */
export interface Evaluation {
  readonly data: unknown;
  readonly budget: Budget;
}

export type Evaluator = (evaluation: Evaluation) => unknown;

/** A rule, ready to be asked about events. */
export interface Condition<Subject = ConditionSubject> {
  /** What it was compiled from, and what explains it. */
  readonly tree: RuleNode;
  /**
   * Whether the rule holds; undefined where it cannot be evaluated for a payload, for example where it
   * compares an object with an own `toString`. Throws only a `WorkLimitError`, when the budget is spent.
   */
  readonly holds: (subject: Subject, budget: Budget) => boolean | undefined;
}

/** A condition that chooses elements of a list. */
export type ElementCondition = Condition<ElementSubject>;

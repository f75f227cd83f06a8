// What a compiled condition is, and what it is evaluated on.
import type { HeaderSource } from "../data/read-header.ts";

/** The roots that `var` can name. */
export interface ConditionSubject extends HeaderSource {
  readonly payload: unknown;
  readonly query: unknown;
  readonly path: string;
}

/** One sub-result, reported while `explain` listens. */
export interface ConditionStep {
  /** Keys and indexes from the root of the rule. */
  readonly path: readonly (string | number)[];
  readonly operator: string;
  readonly value: unknown;
}

/** The data in reach of a node: the subject, or the element of a list. */
export interface Evaluation {
  readonly data: unknown;
  readonly work: { left: number };
  readonly trace: ((step: ConditionStep) => void) | undefined;
}

export type Evaluator = (evaluation: Evaluation) => unknown;

export interface Condition {
  /**
   * Whether the rule holds. Never throws: undefined where it cannot be evaluated for a payload, such
   * as a comparison of an object with an own `toString`, or too many elements to look at.
   */
  readonly holds: (
    subject: ConditionSubject,
    trace?: (step: ConditionStep) => void,
  ) => boolean | undefined;
}

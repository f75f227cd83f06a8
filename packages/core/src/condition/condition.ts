// What a compiled condition is, and what it is evaluated on.

/** The roots that `var` can name. */
export interface ConditionSubject {
  readonly payload: unknown;
  /** Lower-case names. */
  readonly headers: unknown;
  readonly query: unknown;
  readonly path: string;
}

/** One sub-result, as `explain` reports it. */
export interface ConditionStep {
  /** Keys and indexes from the root of the rule. */
  readonly path: readonly (string | number)[];
  readonly operator: string;
  readonly value: unknown;
}

/** The state of one evaluation; `data` is the subject, or the element of a list. */
export interface Evaluation {
  readonly data: unknown;
  readonly work: { left: number };
  readonly trace: ((step: ConditionStep) => void) | undefined;
}

export type Evaluator = (evaluation: Evaluation) => unknown;

export interface Condition {
  /**
   * Whether the rule holds. Never throws: undefined where the rule cannot be evaluated for a payload,
   * for example where it compares an object with an own `toString`, or reads too many elements.
   */
  readonly holds: (
    subject: ConditionSubject,
    trace?: (step: ConditionStep) => void,
  ) => boolean | undefined;
}

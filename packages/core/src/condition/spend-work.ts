// The cost of a step of a rule → nothing, or the error that ends the evaluation.
import type { Evaluation } from "./condition.ts";

/** Elements of lists that a rule may read for one event, which takes some milliseconds. */
export const MAX_WORK_ELEMENTS = 10_000;

/** Copying this many characters or elements costs as much as reading one element: 10 million in all. */
const COPIED_PER_WORK = 1_000;

/** Thrown when the lists of a payload make a rule too much work; the rule then does not hold. */
export class ConditionLimitError extends Error {}

export function spendWork({ work }: Evaluation, amount: number): void {
  work.left -= amount;
  if (work.left < 0) throw new ConditionLimitError("the rule is too much work for this payload");
}

/** `reduce` with `cat` over 10,000 elements copies the text each time: minutes without a limit. */
export function spendCopying(evaluation: Evaluation, result: unknown): void {
  if (typeof result !== "string" && !Array.isArray(result)) return;
  spendWork(evaluation, Math.floor(result.length / COPIED_PER_WORK));
}

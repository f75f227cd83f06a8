// What evaluating a rule costs → nothing, or the error that ends it.
import type { Evaluation } from "./condition.ts";

/** Elements that the lists of one event may make a rule look at: some milliseconds. */
export const MOST_WORK = 10_000;

/** Characters or elements that may be copied in place of a look at one element: 10 million in all. */
const COPIED_PER_WORK = 1_000;

/** Thrown when the lists of a payload make a rule too much work; the rule then does not hold. */
export class ConditionLimitError extends Error {}

export function spendWork({ work }: Evaluation, amount: number): void {
  work.left -= amount;
  if (work.left < 0) throw new ConditionLimitError("the rule is too much work for this payload");
}

/** `reduce` and `cat` over 10,000 elements copy the text so far each time: minutes without a limit. */
export function spendCopying(evaluation: Evaluation, result: unknown): void {
  if (typeof result !== "string" && !Array.isArray(result)) return;
  spendWork(evaluation, Math.floor(result.length / COPIED_PER_WORK));
}

// An argument of a helper → the text that it renders as; the budget is charged for it.
import { COST } from "../../render/budget.ts";
import type { Frame } from "../../render/frame.ts";
import { textFromValue } from "../../render/text-from-value.ts";

/** The call has already charged the budget for a text, but not for a conversion to text. */
export function textFromArgument(value: unknown, { budget }: Frame): string {
  if (typeof value === "string") return value;
  const text = textFromValue(value, budget);
  budget.spend(text.length * COST.characters);
  return text;
}

/** For elements of lists and named arguments, for which the call has not charged the budget. */
export function createTextReader({ budget }: Frame): (value: unknown) => string {
  return (value) => {
    const text = textFromValue(value, budget);
    budget.spend(text.length * COST.characters);
    return text;
  };
}

// An argument of a helper → the text that it would render as, paid for.
import { textFromValue } from "../../../data/text-from-value.ts";
import type { Frame } from "../../render/frame.ts";

/** A text has been paid for with the call; what becomes one here has not. */
export function textFromArgument(value: unknown, { budget }: Frame): string {
  if (typeof value === "string") return value;
  const text = textFromValue(value);
  budget.spend("characters", text.length);
  return text;
}

/** For elements of lists and for named arguments: the call has paid for neither. */
export function createTextReader({ budget }: Frame): (value: unknown) => string {
  let unpaid = 0;
  return (value) => {
    const text = textFromValue(value);
    unpaid = budget.spend("characters", unpaid + text.length);
    return text;
  };
}

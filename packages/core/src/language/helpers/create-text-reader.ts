// What a helper finds within its arguments, value by value → their texts, paid for together.
import { textFromValue } from "../../data/text-from-value.ts";
import type { Frame } from "../render/frame.ts";

/** For elements of lists and for named arguments: the call has paid for neither. */
export function createTextReader({ budget }: Frame): (value: unknown) => string {
  let unpaid = 0;
  return (value) => {
    const text = textFromValue(value);
    unpaid = budget.spend("characters", unpaid + text.length);
    return text;
  };
}

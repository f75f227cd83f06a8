// Two values → which comes first: numbers by size, everything else by the code units of its text.
import type { Frame } from "../../render/frame.ts";
import { numberFromValue } from "../arguments/number-from-value.ts";
import { textFromArgument } from "../arguments/text-from-argument.ts";

/** Below, equal to or above 0; NaN where either value is empty, so that every comparison is false. */
export function compareValues([left, right]: readonly unknown[], frame: Frame): number {
  const leftNumber = numberFromValue(left);
  const rightNumber = numberFromValue(right);
  if (leftNumber !== undefined && rightNumber !== undefined) {
    return compare(leftNumber, rightNumber);
  }
  const leftText = textFromArgument(left, frame);
  const rightText = textFromArgument(right, frame);
  return leftText === "" || rightText === "" ? Number.NaN : compare(leftText, rightText);
}

/** Numbers by size and texts by code units, independent of the locale. */
export function compare<Value extends number | string>(left: Value, right: Value): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

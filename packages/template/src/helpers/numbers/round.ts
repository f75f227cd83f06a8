// {{round value digits=0}}: a number with fewer digits after the point.
import type { CallLiterals, HelperCall, PrepareResult, ValueHelper } from "../../render/helper.ts";
import { exactFromValue, roundExact, valueFromExact } from "./exact-number.ts";
import { digitsFromValue, findWrongDigits } from "./fraction-digits.ts";

const round: HelperCall = ([value], { digits }, frame) => {
  const number = exactFromValue(value, frame);
  if (number === undefined) return "";
  return valueFromExact(roundExact(number, digitsFromValue(digits) ?? 0));
};

/**
 * `{{round value digits=0}}`: the number with at most that many digits after the point, rounded half
 * away from zero.
 *
 * The result is a number to calculate with; for a fixed number of digits and separated thousands
 * write `number`. A value that is not a number renders as an empty string.
 *
 * @example
 * {"load": 2.5, "rate": 1.005, "whole": 3}
 * {{round load}} {{round rate digits=2}} {{round whole digits=2}}
 * → 3 1.01 3
 */
export const roundHelper: ValueHelper = {
  kind: "value",
  name: "round",
  arity: [1, 1],
  hash: ["digits"],
  call: round,
  prepare: ({ hash: { digits } }: CallLiterals): PrepareResult =>
    findWrongDigits(digits) ?? { ok: true, call: round },
};

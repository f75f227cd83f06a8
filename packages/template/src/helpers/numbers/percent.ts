// {{percent part whole digits=0}}: a share in percent.
import type { CallLiterals, HelperCall, PrepareResult, ValueHelper } from "../../render/helper.ts";
import { decimalFromExact, divideExact, exactFromValue, multiplyExact } from "./exact-number.ts";
import { digitsFromValue, findWrongDigits } from "./fraction-digits.ts";
import { joinDigits } from "./join-digits.ts";
import { roundDecimal } from "./round-decimal.ts";

const HUNDRED = { units: 100n, scale: 0 };

const percent: HelperCall = ([partValue, wholeValue = 1], { digits }, frame) => {
  const part = exactFromValue(partValue, frame);
  const whole = exactFromValue(wholeValue, frame);
  if (part === undefined || whole === undefined) return "";
  const share = divideExact(multiplyExact(part, HUNDRED), whole);
  if (share === undefined) return "";
  const shown = roundDecimal(decimalFromExact(share), digitsFromValue(digits) ?? 0);
  return `${joinDigits(shown, { grouping: "" }, frame)}%`;
};

/**
 * `{{percent part whole digits=0}}`: how much of the whole the part is, in percent.
 *
 * Without a whole, the part is a share of 1. The result has exactly `digits` digits after the point,
 * rounded half away from zero. It renders as an empty string where the whole is zero, or where a
 * value is not a number.
 *
 * @example
 * {"passed": 7, "tests": 8, "ratio": 0.421, "none": 0}
 * {{percent passed tests}} {{percent passed tests digits=1}} {{percent ratio}}{{percent passed none}}
 * → 88% 87.5% 42%
 */
export const percentHelper: ValueHelper = {
  kind: "value",
  name: "percent",
  arity: [1, 2],
  hash: ["digits"],
  call: percent,
  prepare: ({ hash: { digits } }: CallLiterals): PrepareResult =>
    findWrongDigits(digits) ?? { ok: true, call: percent },
};

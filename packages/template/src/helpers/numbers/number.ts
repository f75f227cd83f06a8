// {{number value digits=2}}: a number, rounded, with separated thousands.
import { COST } from "../../render/budget.ts";
import type { CallLiterals, HelperCall, PrepareResult, ValueHelper } from "../../render/helper.ts";
import { wholeNumberWithin } from "../arguments/whole-number.ts";
import { type Decimal, decimalFromValue, shiftPoint } from "./decimal-from-value.ts";
import { digitsFromValue, findWrongDigits } from "./fraction-digits.ts";
import { joinDigits } from "./join-digits.ts";
import { roundDecimal } from "./round-decimal.ts";

/** Currencies have up to four digits after the point, cryptographic ones eighteen. */
const MAX_SHIFT_DIGITS = 20;

const writeNumber: HelperCall = ([value], hash, frame) => {
  frame.budget.spend(COST.numbers);
  const number = decimalFromValue(value);
  if (number === undefined) return "";
  const shifted = shiftPoint(number, shiftFromValue(hash["shift"]) ?? 0);
  return joinDigits(round(shifted, hash["digits"]), hash, frame);
};

/**
 * `{{number value digits=n shift=n grouping="," decimal="."}}`: a number with separated thousands.
 *
 * With `digits` it has exactly that many digits after the point, at most 20, rounded half away from
 * zero; without `digits` it keeps its own. `shift` first moves the point by that many digits:
 * `shift=-2` converts cents to euros. `grouping=""` does not separate the thousands. A value that is
 * not a number renders as an empty string. A number that is written as a text keeps all of its digits.
 *
 * @example
 * {"amount": 1234567.891, "id": "12345678901234567890"}
 * {{number amount}} | {{number amount digits=2 grouping="." decimal=","}} | {{number id}}
 * → 1,234,567.891 | 1.234.567,89 | 12,345,678,901,234,567,890
 *
 * @example
 * {"price": 1.005, "load": 3}
 * {{number price digits=2}} {{number load digits=1}}
 * → 1.01 3.0
 *
 * @example
 * {"amount": 123450, "currency": "eur"}
 * {{number amount shift=-2 digits=2}} {{upper currency}}
 * → 1,234.50 EUR
 */
export const numberHelper: ValueHelper = {
  kind: "value",
  name: "number",
  arity: [1, 1],
  hash: ["digits", "shift", "grouping", "decimal"],
  call: writeNumber,
  prepare: checkLiterals,
};

function checkLiterals({ hash: { digits, shift } }: CallLiterals): PrepareResult {
  const misuse = findWrongDigits(digits);
  if (misuse !== undefined) return misuse;
  if (shift !== undefined && shiftFromValue(shift.value) === undefined) {
    const range = `from -${MAX_SHIFT_DIGITS} to ${MAX_SHIFT_DIGITS}`;
    return { ok: false, problem: `takes a shift that is a whole number ${range}` };
  }
  return { ok: true, call: writeNumber };
}

function shiftFromValue(value: unknown): number | undefined {
  return wholeNumberWithin(value, -MAX_SHIFT_DIGITS, MAX_SHIFT_DIGITS);
}

function round(number: Decimal, digitsValue: unknown): Decimal {
  const digits = digitsFromValue(digitsValue);
  return digits === undefined ? number : roundDecimal(number, digits);
}

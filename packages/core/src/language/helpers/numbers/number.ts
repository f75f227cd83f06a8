// {{number value digits=2}}: a number, rounded, with separated thousands.
import { COST } from "../../../data/budget.ts";
import type { Frame } from "../../render/frame.ts";
import type { CallLiterals, HelperCall, PrepareResult, ValueHelper } from "../../render/helper.ts";
import { createTextReader } from "../arguments/text-from-argument.ts";
import { wholeNumberWithin } from "../arguments/whole-number.ts";
import { checkRoom } from "../check-room.ts";
import { type Decimal, decimalFromValue, shiftPoint } from "./decimal-from-value.ts";
import { roundDecimal } from "./round-decimal.ts";

/** English notation, as English is the language of the other defaults. */
const DEFAULT_GROUPING = ",";
const DEFAULT_DECIMAL = ".";

/** A JSON number has at most 17 significant digits. */
const MAX_FRACTION_DIGITS = 20;

/** Currencies have up to four digits after the point, cryptographic ones eighteen. */
const MAX_SHIFT_DIGITS = 20;

const writeNumber: HelperCall = ([value], hash, frame) => {
  frame.budget.spend(COST.numbers);
  const { digits, grouping = DEFAULT_GROUPING, decimal = DEFAULT_DECIMAL } = hash;
  const number = decimalFromValue(value);
  if (number === undefined) return "";
  const readText = createTextReader(frame);
  const shifted = shiftPoint(number, shiftFromValue(hash["shift"]) ?? 0);
  return joinDigits(round(shifted, digits), [grouping, decimal].map(readText), frame);
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
  if (digits !== undefined && digitsFromValue(digits.value) === undefined) {
    const range = `from 0 to ${MAX_FRACTION_DIGITS}`;
    return { ok: false, problem: `takes digits that are a whole number ${range}` };
  }
  if (shift !== undefined && shiftFromValue(shift.value) === undefined) {
    const range = `from -${MAX_SHIFT_DIGITS} to ${MAX_SHIFT_DIGITS}`;
    return { ok: false, problem: `takes a shift that is a whole number ${range}` };
  }
  return { ok: true, call: writeNumber };
}

function digitsFromValue(value: unknown): number | undefined {
  return wholeNumberWithin(value, 0, MAX_FRACTION_DIGITS);
}

function shiftFromValue(value: unknown): number | undefined {
  return wholeNumberWithin(value, -MAX_SHIFT_DIGITS, MAX_SHIFT_DIGITS);
}

function round(number: Decimal, digitsValue: unknown): Decimal {
  const digits = digitsFromValue(digitsValue);
  return digits === undefined ? number : roundDecimal(number, digits);
}

function joinDigits(number: Decimal, separators: readonly string[], frame: Frame): string {
  const { whole, fraction } = number;
  const [grouping, decimal] = separators as [string, string];
  const groups = Math.ceil(whole.length / 3);
  // The sign, the digits and the separators.
  const length = 1 + whole.length + groups * grouping.length + decimal.length + fraction.length;
  checkRoom(length, frame);
  frame.budget.spend(length * COST.codedCharacters);
  const sign = number.isNegative && /[1-9]/.test(whole + fraction) ? "-" : "";
  const grouped = sign + groupDigits(whole, groups).join(grouping);
  return fraction === "" ? grouped : grouped + decimal + fraction;
}

function groupDigits(digits: string, groups: number): readonly string[] {
  const first = digits.length - (groups - 1) * 3;
  return Array.from({ length: groups }, (_, index) =>
    digits.slice(Math.max(first + (index - 1) * 3, 0), first + index * 3),
  );
}

// {{number value digits=2}}: a number, rounded and with its thousands apart.
import type { Frame } from "../../frame.ts";
import type { CallLiterals, HelperCall, Preparation, ValueHelper } from "../../helper.ts";
import { checkRoom } from "../check-room.ts";
import { createTextReader } from "../create-text-reader.ts";
import { numberFromValue } from "../number-from-value.ts";
import { type Decimal, decimalFromValue } from "./decimal-from-value.ts";
import { roundDecimal } from "./round-decimal.ts";

/** As numbers are written in English, the language of the other defaults. */
const DEFAULT_GROUPING = ",";
const DEFAULT_DECIMAL = ".";

/** What a number of JSON has, and more than anybody reads. */
const MOST_DIGITS = 20;

const writeNumber: HelperCall = ([value], hash, frame) => {
  const { digits, grouping = DEFAULT_GROUPING, decimal = DEFAULT_DECIMAL } = hash;
  const number = decimalFromValue(value);
  if (number === undefined) return "";
  const readText = createTextReader(frame);
  return joinDigits(round(number, digits), [grouping, decimal].map(readText), frame);
};

/**
 * `{{number value digits=n grouping="," decimal="."}}`: a number with its thousands apart.
 *
 * With `digits` it has exactly so many digits after the point, at most 20, rounded half away from
 * zero; without, as many as it came with. `grouping=""` leaves the thousands together. What is no
 * number is empty. A number that comes as a text keeps all of its digits.
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
 */
export const numberHelper: ValueHelper = {
  kind: "value",
  name: "number",
  arity: [1, 1],
  hash: ["digits", "grouping", "decimal"],
  call: writeNumber,
  prepare: checkDigits,
};

function checkDigits({ hash }: CallLiterals): Preparation {
  const literal = hash["digits"];
  if (literal === undefined || digitsFromValue(literal.value) !== undefined) {
    return { call: writeNumber };
  }
  return { problem: `takes digits that are a whole number from 0 to ${MOST_DIGITS}` };
}

function digitsFromValue(value: unknown): number | undefined {
  const digits = numberFromValue(value);
  const isValid = Number.isInteger(digits) && Number(digits) >= 0 && Number(digits) <= MOST_DIGITS;
  return isValid ? digits : undefined;
}

function round(number: Decimal, digitsValue: unknown): Decimal {
  const digits = digitsFromValue(digitsValue);
  return digits === undefined ? number : roundDecimal(number, digits);
}

function joinDigits(number: Decimal, separators: readonly string[], frame: Frame): string {
  const { whole, fraction } = number;
  const [grouping, decimal] = separators as [string, string];
  const groups = Math.ceil(whole.length / 3);
  // The sign, the digits, and what stands between them.
  const length = 1 + whole.length + groups * grouping.length + decimal.length + fraction.length;
  checkRoom(length, frame);
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

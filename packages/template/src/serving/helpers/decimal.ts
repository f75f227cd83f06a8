// Values ↔ exact decimals: as digits of any length, as numbers to calculate with, and in order.

import { COST } from "../render/budget.ts";
import type { Frame } from "../render/frame.ts";
import type { CallLiterals, LiteralProblem } from "../render/helper.ts";
import { checkWhole, isPlainNumber, numberFromValue, wholeNumberWithin } from "./arguments.ts";

/** The digits of a number. Linear in their count: a text of an event may have a million. */
export interface Decimal {
  readonly isNegative: boolean;
  /** At least one digit; no leading zeros. */
  readonly whole: string;
  readonly fraction: string;
}

/** A value → the digits of its decimal number, exact for texts of any length. */
export function decimalFromValue(value: unknown): Decimal | undefined {
  const number = numberFromValue(value);
  if (number === undefined) return undefined;
  // A text keeps digits that a number would lose, as in 9007199254740993.
  return decimalFromText(typeof value === "string" ? value.trim() : String(number));
}

/** The text of a number, as JavaScript or an author writes it. */
function decimalFromText(text: string): Decimal {
  const [mantissa, exponent = "0"] = text.replace(/^[+-]/, "").split("e") as [string, string?];
  const [whole, fraction = ""] = mantissa.split(".") as [string, string?];
  return shiftPoint({ isNegative: text.startsWith("-"), whole, fraction }, Number(exponent));
}

/** JavaScript writes numbers above 1e21 and below 1e-6 with an exponent, which is at most 324. */
export function shiftPoint({ isNegative, whole, fraction }: Decimal, places: number): Decimal {
  const left = places < 0 ? whole.padStart(1 - places, "0") : whole;
  const digits = left + fraction.padEnd(places, "0");
  const point = left.length + places;
  return {
    isNegative,
    whole: digits.slice(0, point).replace(/^0+(?=\d)/, ""),
    fraction: digits.slice(point),
  };
}

/** Half away from zero, on the digits: 1.005 gives 1.01, which binary arithmetic would miss. */
export function roundDecimal(number: Decimal, digits: number): Decimal {
  const { isNegative, whole, fraction } = number;
  if (fraction.length <= digits) return { ...number, fraction: fraction.padEnd(digits, "0") };
  const kept = whole + fraction.slice(0, digits);
  const rounded = (fraction[digits] as string) >= "5" ? addOne(kept) : kept;
  const point = rounded.length - digits;
  return { isNegative, whole: rounded.slice(0, point), fraction: rounded.slice(point) };
}

function addOne(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "9") end -= 1;
  const zeros = "0".repeat(digits.length - end);
  if (end === 0) return `1${zeros}`;
  return digits.slice(0, end - 1) + String(Number(digits[end - 1]) + 1) + zeros;
}

/** Not a regular expression, which would look at each run of zeros again and again. */
export function trimZeros(fraction: string): string {
  let end = fraction.length;
  while (end > 0 && fraction[end - 1] === "0") end -= 1;
  return fraction.slice(0, end);
}

/** `units` / 10 ** `scale`: no binary fraction, so that 0.1 + 0.2 is 0.3. */
export interface ExactNumber {
  readonly units: bigint;
  readonly scale: number;
}

/** All doubles have fewer; texts may have a million, which would take seconds to multiply. */
export const MAX_DIGITS = 400;

export function exactFromValue(
  value: unknown,
  { run: { budget } }: Frame,
): ExactNumber | undefined {
  budget.spend(COST.numbers);
  const decimal = decimalFromValue(value);
  if (decimal === undefined) return undefined;
  const { isNegative, whole, fraction } = decimal;
  const digits = whole + fraction;
  if (digits.length > MAX_DIGITS) return undefined;
  const units = BigInt(digits);
  return { units: isNegative ? -units : units, scale: fraction.length };
}

export function addExact(left: ExactNumber, right: ExactNumber): ExactNumber {
  const scale = Math.max(left.scale, right.scale);
  return { units: unitsAt(left, scale) + unitsAt(right, scale), scale };
}

export function multiplyExact(left: ExactNumber, right: ExactNumber): ExactNumber {
  return { units: left.units * right.units, scale: left.scale + right.scale };
}

/** Rounded half away from zero; undefined for a division by zero. */
export function divideExact(
  left: ExactNumber,
  right: ExactNumber,
  digits: number = MAX_FRACTION_DIGITS,
): ExactNumber | undefined {
  if (right.units === 0n) return undefined;
  const scale = Math.max(left.scale, right.scale + digits);
  const dividend = unitsAt(left, scale);
  const divisor = unitsAt(right, scale - digits);
  const half = (dividend < 0n === divisor < 0n ? divisor : -divisor) / 2n;
  return { units: (dividend + half) / divisor, scale: digits };
}

/** Half away from zero. A number with fewer digits stays as it is. */
export function roundExact(number: ExactNumber, digits: number): ExactNumber {
  return number.scale <= digits ? number : (divideExact(number, ONE, digits) as ExactNumber);
}

export const ONE: ExactNumber = { units: 1n, scale: 0 };

/** `wanted` is at least the scale of the number. */
function unitsAt({ units, scale }: ExactNumber, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - scale);
}

export function decimalFromExact({ units, scale }: ExactNumber): Decimal {
  const isNegative = units < 0n;
  const digits = String(isNegative ? -units : units).padStart(scale + 1, "0");
  const point = digits.length - scale;
  return { isNegative, whole: digits.slice(0, point), fraction: digits.slice(point) };
}

/** Zeros at the end of the fraction are left out. */
export function textFromExact(exact: ExactNumber): string {
  const { isNegative, whole, fraction } = decimalFromExact(exact);
  const kept = trimZeros(fraction);
  return (isNegative ? "-" : "") + whole + (kept === "" ? "" : `.${kept}`);
}

/** A number where it shows as the digits, so that 0 is not true in a condition; else their text. */
export function valueFromExact(exact: ExactNumber): number | string {
  const text = textFromExact(exact);
  const number = Number(text);
  return String(number) === text ? number : text;
}

/** A JSON number has at most 17 significant digits. */
const MAX_FRACTION_DIGITS = 20;

export function digitsFromValue(value: unknown): number | undefined {
  return wholeNumberWithin(value, 0, MAX_FRACTION_DIGITS);
}

/** For `prepare` of a helper with the named argument `digits`. */
export function checkDigits({ hash: { digits } }: CallLiterals): LiteralProblem | undefined {
  return checkWhole(digits, [0, MAX_FRACTION_DIGITS], "digits that are");
}

/** A number to be ordered among others. */
export interface OrderedNumber {
  /** Rounded; infinite for a text of more than 308 digits. */
  readonly number: number;
  /** All of its digits. */
  readonly written: string;
}

/** Undefined for a value that is not a finite number and does not write one. */
export function orderedFromValue(value: unknown): OrderedNumber | undefined {
  if (typeof value === "string") {
    const written = value.trim();
    return isPlainNumber(written) ? { number: Number(written), written } : undefined;
  }
  const number = numberFromValue(value);
  return number === undefined ? undefined : { number, written: String(number) };
}

/** `-12.50`. Helpers also read `+1` and outer white space, of which JSON Logic has a meaning of its own. */
const PLAIN_DECIMAL = /^-?\d+(?:\.\d+)?$/;

/**
 * The order of two operands of a condition where both are decimals and one of them is a text; else undefined, and
 * the order is that of JSON Logic.
 */
export function orderOfDecimals(left: unknown, right: unknown): number | undefined {
  if (typeof left !== "string" && typeof right !== "string") return undefined;
  const one = decimalOperand(left);
  const other = one === undefined ? undefined : decimalOperand(right);
  return one === undefined || other === undefined ? undefined : compareOrdered(one, other);
}

function decimalOperand(value: unknown): OrderedNumber | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const written = String(value);
  return PLAIN_DECIMAL.test(written) ? { number: Number(written), written } : undefined;
}

/**
 * Below, equal to or above 0. Doubles keep the order of what they round, so the digits decide only where two doubles are
 * equal. Takes linear time, unlike a BigInt.
 */
export function compareOrdered(left: OrderedNumber, right: OrderedNumber): number {
  if (left.number !== right.number) return left.number < right.number ? -1 : 1;
  if (left.written === right.written) return 0;
  const [one, other] = [digitsOf(left), digitsOf(right)];
  if (one.isNegative !== other.isNegative) return one.isNegative ? -1 : 1;
  const order =
    one.whole.length - other.whole.length ||
    // Of as many digits, and behind a point, the order of the texts is that of the numbers.
    compare(one.whole, other.whole) ||
    compare(one.fraction, other.fraction);
  return one.isNegative ? -order : order;
}

/** No spelling of zero is negative. */
function digitsOf({ written }: OrderedNumber): Decimal {
  const { isNegative, whole, fraction } = decimalFromText(written);
  const kept = trimZeros(fraction);
  return { isNegative: isNegative && (whole !== "0" || kept !== ""), whole, fraction: kept };
}

/** Numbers by size and texts by code units, independent of the locale. */
export function compare<Value extends number | string>(left: Value, right: Value): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

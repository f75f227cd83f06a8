// Values ↔ exact decimals, and decimals as digits.
import { COST } from "../render/budget.ts";
import type { Frame } from "../render/frame.ts";
import type { LiteralArgument, PrepareResult } from "../render/helper.ts";
import { createTextReader, numberFromValue, wholeNumberWithin } from "./arguments.ts";
import { checkRoom } from "./check-room.ts";

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

/** Undefined where one of the values is not a number. */
export function exactFromValues(
  values: readonly unknown[],
  frame: Frame,
): readonly ExactNumber[] | undefined {
  const numbers: ExactNumber[] = [];
  for (const value of values) {
    const number = exactFromValue(value, frame);
    if (number === undefined) return undefined;
    numbers.push(number);
  }
  return numbers;
}

export function addExact(left: ExactNumber, right: ExactNumber): ExactNumber {
  const scale = Math.max(left.scale, right.scale);
  return { units: unitsAt(left, scale) + unitsAt(right, scale), scale };
}

export function negateExact({ units, scale }: ExactNumber): ExactNumber {
  return { units: -units, scale };
}

export function multiplyExact(left: ExactNumber, right: ExactNumber): ExactNumber {
  return { units: left.units * right.units, scale: left.scale + right.scale };
}

/** Rounded to the digits that are shown at most; undefined for a division by zero. */
export function divideExact(left: ExactNumber, right: ExactNumber): ExactNumber | undefined {
  if (right.units === 0n) return undefined;
  // One digit more for rounding; a remainder cannot change which half it is in.
  const scale = MAX_FRACTION_DIGITS + 1;
  const shift = scale + right.scale - left.scale;
  const units = unitsAt({ units: left.units, scale: 0 }, Math.max(shift, 0));
  const quotient = units / (right.units * 10n ** BigInt(Math.max(-shift, 0)));
  return roundExact({ units: quotient, scale }, MAX_FRACTION_DIGITS);
}

/** Half away from zero. A number with fewer digits stays as it is. */
export function roundExact(number: ExactNumber, digits: number): ExactNumber {
  const { units, scale } = number;
  if (scale <= digits) return number;
  const dropped = 10n ** BigInt(scale - digits);
  const half = (units < 0n ? -dropped : dropped) / 2n;
  return { units: (units + half) / dropped, scale: digits };
}

function unitsAt({ units, scale }: ExactNumber, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - scale);
}

export function decimalFromExact({ units, scale }: ExactNumber): Decimal {
  const isNegative = units < 0n;
  const digits = String(isNegative ? -units : units).padStart(scale + 1, "0");
  const point = digits.length - scale;
  return { isNegative, whole: digits.slice(0, point), fraction: digits.slice(point) };
}

/**
 * A number where it shows as these digits, so that 0 is not true in a condition; else their text.
 * Zeros at the end of the fraction are left out.
 */
export function valueFromExact(exact: ExactNumber): number | string {
  const { isNegative, whole, fraction } = decimalFromExact(exact);
  const kept = trimZeros(fraction);
  const text = (isNegative ? "-" : "") + whole + (kept === "" ? "" : `.${kept}`);
  const number = Number(text);
  return String(number) === text ? number : text;
}

/** Not a regular expression, which would look at each run of zeros again and again. */
export function trimZeros(fraction: string): string {
  let end = fraction.length;
  while (end > 0 && fraction[end - 1] === "0") end -= 1;
  return fraction.slice(0, end);
}

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
export function decimalFromText(text: string): Decimal {
  const [mantissa, exponent = "0"] = text.replace(/^[+-]/, "").split("e") as [string, string?];
  const [whole, fraction = ""] = mantissa.split(".") as [string, string?];
  return shiftPoint({ isNegative: text.startsWith("-"), whole, fraction }, Number(exponent));
}

/** JavaScript writes numbers above 1e21 and below 1e-6 with an exponent, which is at most 324. */
export function shiftPoint({ isNegative, whole, fraction }: Decimal, places: number): Decimal {
  const left = places < 0 ? whole.padStart(1 - places, "0") : whole;
  const right = fraction.padEnd(places, "0");
  const digits = left + right;
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

/** English notation, as English is the language of the other defaults. */
const DEFAULT_GROUPING = ",";

const DEFAULT_DECIMAL = ".";

interface Separators {
  /** Between the thousands. */
  readonly grouping?: unknown;
  /** Before the fraction. */
  readonly decimal?: unknown;
}

/** A decimal number and its separators → the text of the number. */
export function joinDigits(number: Decimal, separators: Separators, frame: Frame): string {
  const { whole, fraction } = number;
  const readText = createTextReader(frame);
  const { grouping: groupingValue = DEFAULT_GROUPING, decimal: decimalValue = DEFAULT_DECIMAL } =
    separators;
  const grouping = readText(groupingValue);
  const decimal = readText(decimalValue);
  const groups = Math.ceil(whole.length / 3);
  // The sign, the digits and the separators.
  const length = 1 + whole.length + groups * grouping.length + decimal.length + fraction.length;
  checkRoom(length, frame);
  frame.run.budget.spend(length * COST.codedCharacters);
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

/** A JSON number has at most 17 significant digits. */
const MAX_FRACTION_DIGITS = 20;

export function digitsFromValue(value: unknown): number | undefined {
  return wholeNumberWithin(value, 0, MAX_FRACTION_DIGITS);
}

/** For `prepare`; an argument that is absent, or that the event decides, is not wrong. */
export function findWrongDigits(
  digits: LiteralArgument,
): (PrepareResult & { readonly ok: false }) | undefined {
  if (digits === undefined || digitsFromValue(digits.value) !== undefined) return undefined;
  const range = `from 0 to ${MAX_FRACTION_DIGITS}`;
  return { ok: false, problem: `takes digits that are a whole number ${range}` };
}

// A value → an exact decimal number to calculate with; an exact number → the value that a helper gives.
import { COST } from "../../render/budget.ts";
import type { Frame } from "../../render/frame.ts";
import { type Decimal, decimalFromValue } from "./decimal-from-value.ts";
import { MAX_FRACTION_DIGITS } from "./fraction-digits.ts";

/** `units` / 10 ** `scale`: no binary fraction, so that 0.1 + 0.2 is 0.3. */
export interface ExactNumber {
  readonly units: bigint;
  readonly scale: number;
}

/** All doubles have fewer; texts may have a million, which would take seconds to multiply. */
export const MAX_DIGITS = 400;

export function exactFromValue(value: unknown, { budget }: Frame): ExactNumber | undefined {
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

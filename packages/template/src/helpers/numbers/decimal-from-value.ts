// A value → the digits of its decimal number, exact for texts of any length.
import { numberFromValue } from "../arguments/number-from-value.ts";

export interface Decimal {
  readonly isNegative: boolean;
  /** At least one digit; no leading zeros. */
  readonly whole: string;
  readonly fraction: string;
}

export function decimalFromValue(value: unknown): Decimal | undefined {
  const number = numberFromValue(value);
  if (number === undefined) return undefined;
  // A text keeps digits that a number would lose, as in 9007199254740993.
  const text = typeof value === "string" ? value.trim() : String(number);
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

// A decimal number and how many digits it may have after the point → the rounded number.
import type { Decimal } from "./decimal-from-value.ts";

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

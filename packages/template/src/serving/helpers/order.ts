// Numbers, also those that are written as text → which is greater, exactly, whatever their length.
import { isPlainNumber, numberFromValue } from "./arguments.ts";
import { type Decimal, decimalFromText, trimZeros } from "./decimal.ts";

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

// The value of an element → its key, and the order of two keys: numbers, then texts, then empty values.
import { numberFromValue } from "../arguments/number-from-value.ts";
import { compare } from "../logic/compare-values.ts";

/** Not `compareValues`: among numbers and texts together, its order would not be transitive. */
interface SortKey {
  readonly number: number | undefined;
  readonly text: string;
}

export function keyFromValue(value: unknown, textOf: (value: unknown) => string): SortKey {
  return { number: numberFromValue(value), text: textOf(value) };
}

/** A sign of -1 reverses the order, except that empty values are last. */
export function compareKeys(left: SortKey, right: SortKey, sign: 1 | -1): number {
  if (left.text === "" || right.text === "") {
    return compare(Number(left.text === ""), Number(right.text === ""));
  }
  if (left.number !== undefined && right.number !== undefined) {
    return sign * compare(left.number, right.number);
  }
  if (left.number !== undefined) return -sign;
  return right.number !== undefined ? sign : sign * compare(left.text, right.text);
}

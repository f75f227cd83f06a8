// A decimal number and its separators → the text of the number.
import { COST } from "../../render/budget.ts";
import type { Frame } from "../../render/frame.ts";
import { createTextReader } from "../arguments/text-from-argument.ts";
import { checkRoom } from "../check-room.ts";
import type { Decimal } from "./decimal-from-value.ts";

/** English notation, as English is the language of the other defaults. */
const DEFAULT_GROUPING = ",";
const DEFAULT_DECIMAL = ".";

interface Separators {
  /** Between the thousands. */
  readonly grouping?: unknown;
  /** Before the fraction. */
  readonly decimal?: unknown;
}

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

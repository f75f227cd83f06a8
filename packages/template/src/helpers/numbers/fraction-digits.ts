// The argument `digits=` → how many digits a number has after the point; a wrong literal is a problem.
import type { LiteralArgument, PrepareResult } from "../../render/helper.ts";
import { wholeNumberWithin } from "../arguments/whole-number.ts";

/** A JSON number has at most 17 significant digits. */
export const MAX_FRACTION_DIGITS = 20;

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

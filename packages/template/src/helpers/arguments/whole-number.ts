// An argument that is a count or an index → a whole number; a literal is checked at compile time.
import type { CallLiterals, HelperCall, PrepareResult } from "../../render/helper.ts";
import { numberFromValue } from "./number-from-value.ts";

export function wholeNumberFromValue(value: unknown): number | undefined {
  const number = numberFromValue(value);
  return number === undefined ? undefined : Math.trunc(number);
}

/** For `prepare`: every argument behind the first must be a whole number, of at least `least`. */
export function countsAreWhole(
  call: HelperCall,
  least?: number,
): (_: CallLiterals) => PrepareResult {
  const wanted = least === undefined ? "a whole number" : `a whole number from ${least} on`;
  return ({ args }) => {
    const wrong = args.findIndex(
      (literal, index) => index > 0 && literal !== undefined && !isWhole(literal.value, least),
    );
    if (wrong === -1) return { ok: true, call };
    return { ok: false, problem: `takes ${wanted} as argument ${wrong + 1}` };
  };
}

function isWhole(value: unknown, least?: number): boolean {
  return wholeNumberWithin(value, least) !== undefined;
}

/** Undefined where the value is not a number, has a fraction, or is out of the range. */
export function wholeNumberWithin(
  value: unknown,
  least: number = Number.NEGATIVE_INFINITY,
  most: number = Number.POSITIVE_INFINITY,
): number | undefined {
  const number = numberFromValue(value);
  const isWithin = number !== undefined && number >= least && number <= most;
  return isWithin && Number.isInteger(number) ? number : undefined;
}

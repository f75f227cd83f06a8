// An argument that counts something → a whole number; written as a literal, it is checked at once.
import type { CallLiterals, HelperCall, Preparation } from "../../render/helper.ts";
import { numberFromValue } from "./number-from-value.ts";

export function wholeNumberFromValue(value: unknown): number | undefined {
  const number = numberFromValue(value);
  return number === undefined ? undefined : Math.trunc(number);
}

/** For `prepare`: the arguments behind the first one count, `least` or more where that is said. */
export function countsAreWhole(call: HelperCall, least?: number): (_: CallLiterals) => Preparation {
  const wanted = least === undefined ? "a whole number" : `a whole number from ${least} on`;
  return ({ args }) => {
    const place = args.findIndex(
      (literal, index) => index > 0 && literal !== undefined && !isWhole(literal.value, least),
    );
    if (place === -1) return { call };
    return { problem: `takes ${wanted} as argument ${place + 1}` };
  };
}

function isWhole(value: unknown, least?: number): boolean {
  return wholeNumberWithin(value, least) !== undefined;
}

/** Nothing where the value is no number, has a fraction, or is out of the range. */
export function wholeNumberWithin(
  value: unknown,
  least: number = Number.NEGATIVE_INFINITY,
  most: number = Number.POSITIVE_INFINITY,
): number | undefined {
  const number = numberFromValue(value);
  const isWithin = number !== undefined && number >= least && number <= most;
  return isWithin && Number.isInteger(number) ? number : undefined;
}

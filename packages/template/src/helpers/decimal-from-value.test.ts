import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decimalFromValue } from "./decimal.ts";

function shown(value: unknown): string | undefined {
  const decimal = decimalFromValue(value);
  if (decimal === undefined) return undefined;
  return `${decimal.isNegative ? "-" : ""}${decimal.whole}.${decimal.fraction}`;
}

describe("decimalFromValue()", () => {
  it.each([
    [0, "0."],
    [-12.5, "-12.5"],
    [1e21, "1000000000000000000000."],
    [1.5e22, "15000000000000000000000."],
    [1e-7, "0.0000001"],
    [-1.25e-9, "-0.00000000125"],
    ["007", "7."],
    ["+0.50", "0.50"],
    [" -000.1 ", "-0.1"],
    ["12345678901234567890.123456789", "12345678901234567890.123456789"],
  ])("reads the digits of %j", (value, digits) => {
    expect(shown(value)).toBe(digits);
  });

  it.each(["", "1e3", "x", null, [1], Number.NaN])("finds no digits in %j", (value) => {
    expect(shown(value)).toBeUndefined();
  });

  it("keeps the value of every number", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(Number(shown(number))).toBe(number === 0 ? 0 : number);
      }),
    );
  });
});

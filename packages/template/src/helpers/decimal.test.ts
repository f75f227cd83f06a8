import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decimalFromValue, roundDecimal } from "./decimal.ts";

describe("decimalFromValue()", () => {
  function shown(value: unknown): string | undefined {
    const decimal = decimalFromValue(value);
    if (decimal === undefined) return undefined;
    return `${decimal.isNegative ? "-" : ""}${decimal.whole}.${decimal.fraction}`;
  }

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

describe("roundDecimal()", () => {
  function round(text: string, digits: number): string {
    const [whole, fraction = ""] = text.split(".") as [string, string?];
    const rounded = roundDecimal({ isNegative: false, whole, fraction }, digits);
    return rounded.fraction === "" ? rounded.whole : `${rounded.whole}.${rounded.fraction}`;
  }

  it.each([
    ["1.005", 2, "1.01"],
    ["1.004999", 2, "1.00"],
    ["0.5", 0, "1"],
    ["0.49", 0, "0"],
    ["2.5", 0, "3"],
    ["9.99", 1, "10.0"],
    ["99.5", 0, "100"],
    ["199.95", 1, "200.0"],
    ["0.096", 2, "0.10"],
    ["3", 2, "3.00"],
    ["3.14", 2, "3.14"],
  ])("rounds %s to %d digits: %s", (text, digits, rounded) => {
    expect(round(text, digits)).toBe(rounded);
  });

  it("rounds as shifted whole numbers do", () => {
    const shifted = fc.record({
      number: fc.bigInt({ min: 0n, max: 10n ** 30n }),
      places: fc.integer({ min: 1, max: 25 }),
      digits: fc.integer({ min: 0, max: 25 }),
    });
    fc.assert(
      fc.property(shifted, ({ number, places, digits }) => {
        const text = String(number).padStart(places + 1, "0");
        const dropped = 10n ** BigInt(Math.max(places - digits, 0));
        const wanted = (number + dropped / 2n) / dropped;
        const rounded = round(`${text.slice(0, -places)}.${text.slice(-places)}`, digits);
        const kept = rounded
          .replace(".", "")
          .slice(0, digits > places ? places - digits : undefined);
        expect(BigInt(kept)).toBe(wanted);
      }),
    );
  });
});

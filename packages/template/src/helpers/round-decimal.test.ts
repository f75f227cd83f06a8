import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { roundDecimal } from "./decimal.ts";

function round(text: string, digits: number): string {
  const [whole, fraction = ""] = text.split(".") as [string, string?];
  const rounded = roundDecimal({ isNegative: false, whole, fraction }, digits);
  return rounded.fraction === "" ? rounded.whole : `${rounded.whole}.${rounded.fraction}`;
}

describe("roundDecimal()", () => {
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

import { describe, expect, it } from "vitest";
import { numberFromValue } from "./arguments.ts";

describe("numberFromValue()", () => {
  it.each([
    [5, 5],
    [-0.5, -0.5],
    ["5", 5],
    [" -12.50\n", -12.5],
    ["+3", 3],
    ["007", 7],
  ])("reads %j", (value, number) => {
    expect(numberFromValue(value)).toBe(number);
  });

  it.each(["", " ", "1e3", "0x10", "5.", ".5", "1,000", "1 2", "٣", "9".repeat(400)])(
    "takes the text %j for no number",
    (text) => {
      expect(numberFromValue(text)).toBeUndefined();
    },
  );

  it.each([null, undefined, true, [5], { a: 5 }, Number.NaN, Number.POSITIVE_INFINITY, 5n])(
    "takes %s for no number",
    (value) => {
      expect(numberFromValue(value)).toBeUndefined();
    },
  );
});

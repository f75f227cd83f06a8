import { describe, expect, it } from "vitest";
import { complementOf, hasCode, LAST_CODE_POINT, setFromRanges } from "./char-set.ts";

describe("setFromRanges()", () => {
  it.each([
    [[], []],
    [
      [
        [5, 6],
        [1, 2],
      ],
      [
        [1, 2],
        [5, 6],
      ],
    ],
    [
      [
        [1, 2],
        [3, 4],
      ],
      [[1, 4]],
    ],
    [
      [
        [1, 9],
        [2, 3],
        [9, 12],
      ],
      [[1, 12]],
    ],
  ] as const)("makes of %j the set %j", (ranges, set) => {
    expect(setFromRanges(ranges)).toEqual(set);
  });
});

describe("complementOf()", () => {
  it.each([
    [[], [[0, LAST_CODE_POINT]]],
    [[[0, 5]], [[6, LAST_CODE_POINT]]],
    [
      [
        [3, 4],
        [7, LAST_CODE_POINT],
      ],
      [
        [0, 2],
        [5, 6],
      ],
    ],
    [[[0, LAST_CODE_POINT]], []],
  ] as const)("makes of %j the set %j, and back again", (set, complement) => {
    expect(complementOf(set)).toEqual(complement);
    expect(complementOf(complement)).toEqual(set);
  });
});

describe("hasCode()", () => {
  it("counts both ends of a range", () => {
    const codes = [0, 1, 2, 3, 4].filter((code) =>
      hasCode(
        [
          [1, 2],
          [4, 4],
        ],
        code,
      ),
    );
    expect(codes).toEqual([1, 2, 4]);
  });
});

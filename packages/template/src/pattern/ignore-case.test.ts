import { describe, expect, it } from "vitest";
import { ignoreCase, ignoreCaseOf } from "./char-set.ts";

describe("ignoreCase()", () => {
  it.each([
    ["a", "A"],
    ["A", "A"],
    ["ä", "Ä"],
    ["я", "Я"],
    ["𐐨", "𐐀"],
    ["5", "5"],
    // Two characters in upper case.
    ["ß", "ß"],
    // Upper case of ASCII only.
    ["ſ", "ſ"],
    ["ı", "ı"],
  ])("gives %s the form %s", (character, form) => {
    expect(String.fromCodePoint(ignoreCase(character.codePointAt(0) as number))).toBe(form);
  });

  it("agrees with RegExp on every character of two bytes", () => {
    const disagreeing = Array.from({ length: 0x1_0000 }, (_, code) => code).filter((code) => {
      const form = ignoreCase(code);
      return !new RegExp(`\\u${form.toString(16).padStart(4, "0")}`, "i").test(
        String.fromCharCode(code),
      );
    });
    expect(disagreeing).toEqual([]);
  });
});

describe("ignoreCaseOf()", () => {
  it("adds the folded forms of the characters in the range", () => {
    expect(ignoreCaseOf([95, 98])).toEqual([
      [95, 98],
      [65, 65],
      [66, 66],
    ]);
    expect(ignoreCaseOf([48, 57])).toEqual([[48, 57]]);
    expect(ignoreCaseOf([0x1_e943, 0x10_ffff])).toEqual([
      [0x1_e943, 0x10_ffff],
      [0x1_e921, 0x1_e921],
    ]);
  });
});

import { describe, expect, it } from "vitest";
import { readCharacter, sizeOfCharacter } from "./decode.ts";

describe("readCharacter()", () => {
  it("reads the first and last characters of each length", () => {
    for (const code of [0, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xffff, 0x1_0000, 0x10_ffff]) {
      const character = String.fromCodePoint(code);
      const bytes = [0x61, ...new TextEncoder().encode(character), 0x62];
      expect(readCharacter(bytes, 1)).toBe(character);
      expect(sizeOfCharacter(character)).toBe(bytes.length - 2);
    }
  });

  it.each([
    [[0x80]],
    [[0xbf, 0x80]],
    [[0xc0, 0x80]],
    [[0xc1, 0xbf]],
    [[0xc3]],
    [[0xc3, 0x28]],
    [[0xe0, 0x9f, 0xbf]],
    [[0xed, 0xa0, 0x80]],
    [[0xe2, 0x82]],
    [[0xf0, 0x8f, 0xbf, 0xbf]],
    [[0xf4, 0x90, 0x80, 0x80]],
    [[0xf5, 0x80, 0x80, 0x80]],
    [[0xff]],
  ])("takes the bytes %j for no character", (bytes) => {
    expect(readCharacter(bytes, 0)).toBeUndefined();
  });
});

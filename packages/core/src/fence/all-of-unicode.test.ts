// Every code point by itself: which ones the fence removes, and which ones end a line.
import { expect, test } from "vitest";
import { fenceText, neutralize } from "./neutralize.ts";

/** Written out once more, from the promise and not from the code. */
const REMOVED =
  /^(?:[\u0000-\u0008\u000e-\u001b\u001f\u0080-\u0084\u0086-\u009f\u202a-\u202e\u2066-\u2069]|[\u{e0000}-\u{e007f}]|\p{Cs}|\p{Noncharacter_Code_Point})$/u;
const LINE_END = /^[\n\v\f\r\u001c-\u001e\u0085\u2028\u2029]$/;

function expectedOf(character: string): string {
  if (LINE_END.test(character)) return "\n";
  return REMOVED.test(character) ? "" : character;
}

/** It takes a second. Coverage on a busy machine takes many times as long. */
const LIMIT = { timeout: 60_000 };

/** A block of 256 code points at once, because a million calls take ten seconds. */
test(
  "neutralize() removes the characters of a list, and no others of all of Unicode",
  LIMIT,
  () => {
    const wrong: string[] = [];
    for (let block = 0; block <= 0x10ff; block++) {
      const characters = Array.from({ length: 256 }, (_, low) =>
        String.fromCodePoint(block * 256 + low),
      );
      const text = characters.join("-");
      if (neutralize(text) !== characters.map(expectedOf).join("-")) wrong.push(block.toString(16));
    }
    expect(wrong).toEqual([]);
  },
);

test("fenceText() quotes what follows each character that ends a line", () => {
  for (const end of ["\n", "\r\n", ..."\v\f\r\u001c\u001d\u001e\u0085\u2028\u2029"]) {
    expect(fenceText(`a${end}b`, { id: "1", source: "x" })).toContain("\n\n> a\n> b\n<<<END_");
  }
});

test("neutralize() removes several characters in a row, and joins no halves of pairs", () => {
  expect(neutralize("a\u0000\u202e\u{e0041}\ufdd0b\u2066")).toBe("ab");
  expect(neutralize("\ud83d\u0000\ude00 \ud83d\ud83d\ude00\ude00")).toBe(" \u{1f600}");
  const long = `${"a\u200d".repeat(2_000)}é`;
  expect(neutralize(`${long}\u0000${long}`)).toBe(long + long);
  const longLatin1 = "é".repeat(5_000);
  expect(neutralize(`${longLatin1}\u009b`)).toBe(longLatin1);
});

import { expect, test } from "vitest";
import { cutText } from "./mail-from-message.ts";

test("cutText() leaves a text that fits", () => {
  expect(cutText("", 1)).toBe("");
  expect(cutText("abc", 3)).toBe("abc");
  expect(cutText("ab", 20_000)).toBe("ab");
});

test.each([
  ["aé", 2, "a"],
  ["a€b", 3, "a"],
  ["a€b", 4, "a€"],
  ["a😀b", 4, "a"],
  ["a😀b", 5, "a😀"],
  ["😀", 3, ""],
  ["x".repeat(90_000), 20_000, "x".repeat(20_000)],
] as const)(
  "run 8: cutText() never cuts a character: %s to %i bytes",
  (text, maxBytes, expected) => {
    expect(cutText(text, maxBytes)).toBe(expected);
  },
);

test("run 8: cutText() keeps half a pair of the sender's as the sign for what is no character", () => {
  expect(cutText(`\ud83d${"a".repeat(9)}`, 4)).toBe("\ufffda");
});

test("run 8: cutText() cuts between characters wherever the limit falls", () => {
  const text = "aé€😀".repeat(20);
  for (let maxBytes = 1; maxBytes <= 201; maxBytes += 1) {
    const cut = cutText(text, maxBytes);
    expect(text.startsWith(cut)).toBe(true);
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(maxBytes);
    expect(Buffer.byteLength(cut)).toBeGreaterThan(Math.min(maxBytes, 200) - 4);
  }
});

import { expect, it } from "vitest";
import { startOfCluster } from "./text.ts";

it.each([
  ["ab", 1, 1],
  ["ae\u0301b", 2, 1],
  ["ae\u0301b", 3, 3],
  ["a👍🏽", 3, 1],
  ["👩‍💻", 2, 0],
  ["👩‍💻", 3, 0],
  ["\u0301a", 0, 0],
  ["❤\ufe0f!", 1, 0],
])("startOfCluster() in %j at %i is %i", (text, place, start) => {
  expect(startOfCluster(text, place)).toBe(start);
});

it("startOfCluster() looks back over at most 32 code units", () => {
  const text = `a${"\u0301".repeat(100)}`;
  expect(startOfCluster(text, 32)).toBe(0);
  expect(startOfCluster(text, 33)).toBe(33);
});

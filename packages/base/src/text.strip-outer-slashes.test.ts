import { expect, test } from "vitest";
import { stripOuterSlashes } from "./text.ts";

test.each([
  ["github", "github"],
  ["/github", "github"],
  ["github/", "github"],
  ["///github///", "github"],
  ["/clink/payment/", "clink/payment"],
  ["a//b", "a//b"],
  ["/", ""],
  ["////", ""],
  ["", ""],
])("stripOuterSlashes() makes of %j %j", (text, name) => {
  expect(stripOuterSlashes(text)).toBe(name);
});

test("stripOuterSlashes() takes a path of two million slashes", () => {
  expect(stripOuterSlashes(`${"/".repeat(1e6)}a${"/".repeat(1e6)}`)).toBe("a");
  expect(stripOuterSlashes("/".repeat(2e6))).toBe("");
});

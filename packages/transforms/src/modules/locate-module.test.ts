// Paths inside and outside of a folder.
import { expect, test } from "vitest";
import { isInside } from "./locate-module.ts";

test("isInside() compares whole steps, at the root too", () => {
  expect(isInside("/a/b/c.js", "/a/b")).toBe(true);
  expect(isInside("/a/bc.js", "/a/b")).toBe(false);
  expect(isInside("/a/b", "/a/b")).toBe(false);
  expect(isInside("/a.js", "/")).toBe(true);
});

import { expect, test } from "vitest";
import { createNameTest } from "./parse-include.ts";

test("createNameTest() takes a pattern with many stars in no time", () => {
  const fits = createNameTest(`${"*a".repeat(100)}*c`);
  expect(fits(`${"a".repeat(250)}b`)).toBe(false);
});

test.each([
  ["*.yaml", ["a.yaml", "a.b.yaml"], ["a.yml", "a.yaml~", ".a.yaml", "yaml"]],
  ["?.json", ["a.json", "ä.json", "😀.json"], ["ab.json", ".json", "a.jsonc", "axjson"]],
  [".*.yaml", [".a.yaml"], ["a.yaml"]],
  ["a+(b)^$|.yaml", ["a+(b)^$|.yaml"], ["aab.yaml"]],
  ["*a*b*", ["ab", "xaxbx", "aab"], ["ba", "a", "xb"]],
  ["**.a", ["x.a", "a.a"], ["x.b"]],
  ["*", ["a", "a\nb"], [".a", ""]],
])("createNameTest() takes %s as a shell does", (pattern, fitting, others) => {
  const fits = createNameTest(pattern);
  expect(fitting.filter((name) => !fits(name))).toEqual([]);
  expect(others.filter((name) => name !== "" && fits(name))).toEqual([]);
});

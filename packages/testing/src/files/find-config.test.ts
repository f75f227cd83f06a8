import { join } from "node:path";
import { expect, test } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { findConfig, findTestFiles, isTestName } from "./find-config.ts";

test("T1: test files are found some levels deep, without node_modules and dot folders", () => {
  const names = [
    "hooks.test.yaml",
    "b.test.json",
    "hooks.yaml",
    "a/tests/x.test.json5",
    "a/b/c/d.test.yml",
    "a/b/c/d/e.test.yml",
    "node_modules/x.test.yaml",
    ".git/x.test.yaml",
  ];
  const dir = createTempDir(Object.fromEntries(names.map((name) => [name, ""])));
  const found = (levels?: number) =>
    findTestFiles(dir, levels).map((file) => file.slice(dir.length + 1));
  expect(found(3)).toEqual([
    "a/b/c/d.test.yml",
    "a/tests/x.test.json5",
    "b.test.json",
    "hooks.test.yaml",
  ]);
  expect(found()).toEqual(["b.test.json", "hooks.test.yaml"]);
});

test("T1: a name says whether it is a test file", () => {
  expect(["hooks.test.yaml", "a/h.suggested.test.jsonc"].every(isTestName)).toBe(true);
  expect(["hooks.yaml", "test.yaml", ".test.yaml", "x.test.ts"].some(isTestName)).toBe(false);
});

test("T1: the config of a name is found beside its tests, JSON5 first", () => {
  const dir = createTempDir({ "hooks.json5": "", "hooks.yaml": "", "tests/own.yaml": "" });
  expect(findConfig(join(dir, "hooks.test.yaml"))).toBe(join(dir, "hooks.json5"));
  expect(findConfig(join(dir, "tests/own.test.yaml"))).toBe(join(dir, "tests/own.yaml"));
  expect(findConfig(join(dir, "tests/some.test.yaml"))).toBe(join(dir, "hooks.json5"));
  expect(findConfig(join(dir, "some.test.yaml"))).toBeUndefined();
  expect(findConfig(join(dir, "any.yaml"))).toBeUndefined();
});

// The rules of the host, and the tags of all tests → the rules that no test proves.
//
// `npx vitest run --tags-filter DEL-12` runs the tests of one rule. vitest refuses a tag that is not a rule.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listFiles } from "../../../tools/checks/list-files.mjs";

const root = new URL("../../..", import.meta.url);
const names: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL("rules.json", import.meta.url), "utf8"),
);

/** The option of a test or of a suite, or a tag for a whole file. */
const TAGS = /\btags: (\[[^\]]*\]|"[^"]*")|@module-tag (\S+)/g;

function findTags(text: string): readonly string[] {
  return [...text.matchAll(TAGS)].flatMap(
    ([, option, tag]) => tag ?? JSON.parse(`[${option}]`).flat(),
  );
}

function findUnproved(rules: readonly string[], texts: readonly string[]): readonly string[] {
  const proved = new Set(texts.flatMap(findTags));
  return rules.filter((rule) => !proved.has(rule));
}

test("each rule of the host has a test that is tagged with it", () => {
  const files = ["packages/host", "packages/cli", "packages/node-kit"]
    .flatMap((folder) => listFiles(root.pathname, /\.ts$/, folder))
    .filter((file) => /\/test(?:ing)?\/|\.test\.ts$/.test(file));
  const texts = files.map((file) => readFileSync(new URL(file, root), "utf8"));
  expect(findUnproved(Object.keys(names), texts)).toEqual([]);
  expect(Object.keys(names)).toHaveLength(99);
});

test("findUnproved() names a rule without a test, and reads tags of tests, suites and files", () => {
  const texts = [
    '/** @module-tag RUN-1 */\ntest("a run ends", () => {});',
    'test("RUN-2 is not a tag", { tags: ["RUN-3", "RUN-4"] }, () => {});',
    'describe.each(ROWS)("runs", {\n  tags: "RUN-5",\n}, () => {});',
  ];
  const rules = ["RUN-1", "RUN-2", "RUN-3", "RUN-4", "RUN-5"];
  expect(findUnproved(rules, texts)).toEqual(["RUN-2"]);
});

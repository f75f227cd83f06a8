import { expect, test } from "vitest";
import { writeFixture } from "../test-support/write-fixture.ts";
import { checkExportsDocumented } from "./check-exports-documented.mjs";

function check(
  files: Readonly<Record<string, string>>,
  manifest: object = {},
): ReturnType<typeof checkExportsDocumented> {
  const root = writeFixture({
    "packages/core/package.json": {
      name: "@hookwright/core",
      exports: {
        ".": { default: "./dist/index.js" },
        "./ingress": { default: "./dist/serving/ingress/index.js" },
        "./hooks.schema.json": "./schema/hooks.schema.json",
      },
      ...manifest,
    },
    "packages/core/src/index.ts": "export {};\n",
    "packages/core/src/serving/ingress/index.ts": "export {};\n",
    ...files,
  });
  return checkExportsDocumented(root);
}

test("checkExportsDocumented() accepts a comment on the declaration in any file", () => {
  const { problems, summary } = check({
    "packages/core/src/index.ts":
      'export type { A } from "./a.ts";\nexport { b as renamed } from "./b.ts";\n',
    "packages/core/src/a.ts": "/** What a is. */\nexport interface A {}\n",
    "packages/core/src/b.ts": "/** What b is. */\nexport const b: number = 1;\n",
  });
  expect(problems).toEqual([]);
  expect(summary).toBe("exports: 2 names in 2 entries");
});

test("checkExportsDocumented() reports a declaration without a comment, for every entry", () => {
  const { problems } = check({
    "packages/core/src/index.ts": 'export { a } from "./a.ts";\n',
    "packages/core/src/a.ts":
      "// A line comment is not a doc comment.\nexport function a(): void {}\n",
    "packages/core/src/serving/ingress/index.ts": "/** */\nexport type B = string;\n",
  });
  expect(problems).toEqual([
    "packages/core/src/a.ts:2: a has no comment",
    "packages/core/src/serving/ingress/index.ts:2: B has no comment",
  ]);
});

test("checkExportsDocumented() reports an export of a name that does not exist", () => {
  const { problems } = check({
    "packages/core/src/index.ts": 'export { gone } from "./gone.ts";\n',
  });
  expect(problems).toEqual(["packages/core/src/index.ts:1: gone has no comment"]);
});

test("checkExportsDocumented() fails if the source of an entry is missing", () => {
  const exports = { ".": { default: "./dist/other.js" } };
  expect(() => check({}, { exports })).toThrow("src/other.ts is missing or exports nothing");
});

test("checkExportsDocumented() ignores private packages", () => {
  const { summary } = check({}, { private: true });
  expect(summary).toBe("exports: 0 names in 0 entries");
});

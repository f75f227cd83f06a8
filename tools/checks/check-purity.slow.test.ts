import { expect, test } from "vitest";
import { writeFixture } from "../test-support/write-fixture.ts";
import { checkPageEntries, checkPurity } from "./check-purity.mjs";

const pure = { compilerOptions: { lib: ["ES2023"], types: [] }, include: ["src"] };

function check(files: Readonly<Record<string, string | object>>): ReturnType<typeof checkPurity> {
  const root = writeFixture({
    "packages/core/package.json": {
      name: "@hookwright/core",
      type: "module",
      exports: { ".": { default: "./dist/index.js" } },
    },
    "packages/core/tsconfig.json": pure,
    "packages/core/src/index.ts": "export {};\n",
    "packages/core/dist/index.js": "export {};\n",
    ...files,
  });
  return checkPurity(root);
}

test("checkPurity() lists the modules that the entries import, through libraries too", () => {
  const { problems, summary } = check({
    "packages/core/dist/index.js": 'export { a } from "./a.js";\n',
    "packages/core/dist/a.js": 'import lib from "lib/main.js";\nexport const a = lib;\n',
    "packages/core/dist/unused.js": 'import "node:fs";\n',
    "node_modules/lib/main.js": "module.exports = require('./part');\n",
    "node_modules/lib/part.js": "module.exports = 1;\n",
  });
  expect(problems).toEqual([]);
  expect(summary).toBe(
    "purity: 2 files of packages/core, and\n  node_modules/lib/main.js\n  node_modules/lib/part.js",
  );
});

test("checkPurity() finds a Node module behind a library's require", () => {
  const { problems } = check({
    "packages/core/dist/index.js": 'import "lib/main.js";\n',
    "node_modules/lib/main.js": "require('./part');\n",
    "node_modules/lib/part.js": "const fs = require('fs');\n",
  });
  expect(problems).toEqual(['node_modules/lib/part.js imports the Node module "fs"']);
});

test("checkPurity() names the file and the line of a fault", () => {
  const { problems } = check({
    "packages/core/dist/index.js": '\nexport const a = () => eval("1");\n',
  });
  expect(problems).toEqual([
    expect.stringMatching(/^packages\/core\/dist\/index\.js:2.*uses eval/),
  ]);
});

test("checkPurity() finds a Node module that is imported at run time", () => {
  const { problems } = check({
    "packages/core/dist/index.js": 'export const a = () => import("node:os");\n',
  });
  expect(problems).toEqual(['packages/core/dist/index.js imports the Node module "node:os"']);
});

test("checkPurity() starts each entry, so that hidden code generation fails", () => {
  const { problems } = check({
    "packages/core/dist/index.js":
      'const { constructor: make } = () => 1;\nexport const a = make("return 1")();\n',
  });
  expect(problems).toEqual([
    expect.stringMatching(
      /^packages\/core\/dist\/index\.js does not start without eval: EvalError/,
    ),
  ]);
});

test.each([
  ["no types at all", { lib: ["ES2023"] }, '"types" must be []'],
  ["types of Node", { lib: ["ES2023"], types: ["node"] }, '"types" must be []'],
  ["the DOM", { lib: ["ES2023", "DOM"], types: [] }, '"lib" must not have dom'],
  ["the default libraries", { types: [] }, '"lib" must not have the default'],
])("checkPurity() refuses a tsconfig with %s", (_what, compilerOptions, problem) => {
  const { problems } = check({
    "packages/core/tsconfig.json": { compilerOptions, include: ["src"] },
  });
  expect(problems).toEqual([expect.stringContaining(problem)]);
});

test("checkPurity() refuses a reference that bypasses the tsconfig", () => {
  const { problems } = check({
    "packages/core/src/index.ts": '/// <reference types="node" />\nexport {};\n',
    "packages/core/src/a.test.ts": '/// <reference types="node" />\n',
  });
  expect(problems).toEqual(["packages/core/src/index.ts has a /// <reference>"]);
});

test("checkPurity() fails if nothing is built", () => {
  const root = writeFixture({ "packages/core/package.json": { name: "@hookwright/core" } });
  expect(checkPurity(root).problems).toEqual(["packages/core is not built: run npm run build"]);
});

test("checkPageEntries() finds Node modules behind a library and a late import, and only of its entries", async () => {
  const root = writeFixture({
    "packages/config/package.json": {
      name: "@hookwright/config",
      type: "module",
      exports: {
        ".": { default: "./dist/index.js" },
        "./text": { default: "./dist/text.js" },
        "./pure": { default: "./dist/pure.js" },
      },
    },
    "packages/config/dist/index.js": 'import "node:net";\n',
    "packages/config/dist/text.js":
      'import "lib";\nexport const late = () => import("./late.js");\n',
    "packages/config/dist/late.js": 'export { join } from "node:path";\n',
    "packages/config/dist/pure.js": 'export { a } from "lib/a.js";\n',
    "node_modules/lib/package.json": { name: "lib", main: "main.js" },
    "node_modules/lib/main.js": "require('fs');\n",
    "node_modules/lib/a.js": "export const a = 1;\n",
  });
  const text = "@hookwright/config/text";
  const { problems } = await checkPageEntries(root, [text, "@hookwright/config/pure"]);
  expect(problems.toSorted()).toEqual([
    `${text}: node_modules/lib/main.js imports the Node module "fs"`,
    `${text}: packages/config/dist/late.js imports the Node module "node:path"`,
  ]);
  const missing = "@hookwright/testing/redact";
  expect((await checkPageEntries(root, [missing])).problems).toEqual([
    `${missing} is not built: run npm run build`,
  ]);
});

import { expect, test } from "vitest";
import { checkPurity } from "./check-purity.mjs";
import { writeFixture } from "./shared/write-fixture.ts";

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

test.each([
  ['import { readFile } from "node:fs/promises";', 'imports the Node module "node:fs/promises"'],
  ['export const a = () => import("node:os");', 'imports the Node module "node:os"'],
  ["export const a = (name) => import(name);", "name is only known at run time"],
  ['export const a = () => eval("1");', "uses eval"],
  ['export const a = () => globalThis.eval("1");', "uses eval"],
  ['export const a = () => (0, eval)("1");', "uses eval"],
  ['export const a = () => new Function("return 1");', "uses new Function"],
  ['export const a = () => Function("return 1");', "uses new Function"],
  ['export const a = () => globalThis.Function("return 1");', "uses new Function"],
  ['export const a = () => new globalThis.Function("return 1");', "uses new Function"],
  ['export const a = () => globalThis["Function"]("return 1");', "uses new Function"],
  ['const F = Function;\nexport const a = () => F("return 1");', "uses new Function"],
  ['export const a = () => globalThis["eval"]("1");', "uses eval"],
  ["export const a = () => globalThis[`eval`](1);", "uses eval"],
  ['export const a = (g = globalThis) => g["eval"]("1");', "uses eval"],
  ["const { eval: run } = globalThis;\nexport const a = run;", "uses eval"],
  ['export const a = () => globalThis["ev" + "al"]("1");', "only known at run time"],
  ['export const a = (f) => f.constructor("return 1")();', "reads a constructor"],
  ['export const a = (f) => f["constructor"]("return 1")();', "reads a constructor"],
  ['export const a = (f) => f?.constructor?.("return 1");', "reads a constructor"],
  ['export const a = (f) => new (0, f.constructor)("return 1");', "reads a constructor"],
  ["export const a = (f) => f.constructor;", "reads a constructor"],
  ['export const a = () => process.getBuiltinModule("fs");', "process.getBuiltinModule"],
  ['export const a = () => process["getBuiltinModule"]("fs");', "process.getBuiltinModule"],
  ["const { getBuiltinModule } = process;\nexport const a = 1;", "process.getBuiltinModule"],
  ['export const a = (f) => Reflect.construct(f, ["return 1"]);', "uses Reflect.construct"],
  ['export const a = (f) => Reflect["construct"](f, []);', "uses Reflect.construct"],
])("checkPurity() refuses %s", (code, problem) => {
  const { problems } = check({ "packages/core/dist/index.js": `${code}\n` });
  expect(problems).toEqual([expect.stringContaining(problem)]);
});

test("checkPurity() ignores words in comments, strings and keys", () => {
  const { problems } = check({
    "packages/core/dist/index.js":
      '// eval("1")\nexport const a = { eval: "new Function(1)" };\nexport const b = /eval()/;\n',
  });
  expect(problems).toEqual([]);
});

test("checkPurity() allows what makes no code of text", () => {
  const { problems } = check({
    "packages/core/dist/index.js": [
      "export const a = (x) => x instanceof Function || x.constructor === Object;",
      "export const b = (x) => globalThis.structuredClone(x, Reflect.ownKeys(x));",
      "export const c = (x, key) => x[key] ?? x[0];",
    ].join("\n"),
  });
  expect(problems).toEqual([]);
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

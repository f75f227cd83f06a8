import { join } from "node:path";
import { expect, test } from "vitest";
import { writeFixture } from "../test-support/write-fixture.ts";
import { readModule } from "./read-module.mjs";

function read(code: string): ReturnType<typeof readModule> {
  return readModule(join(writeFixture({ "index.js": `${code}\n` }), "index.js"));
}

test("readModule() finds what is imported, at run time too", () => {
  const code =
    'import { readFile } from "node:fs/promises";\nexport const a = () => import("node:os");';
  expect(read(code)).toEqual({ specifiers: ["node:fs/promises", "node:os"], faults: [] });
});

test.each([
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
])("readModule() finds a fault in %s", (code, problem) => {
  expect(read(code).faults).toEqual([expect.stringContaining(problem)]);
});

test("readModule() ignores words in comments, strings and keys", () => {
  const code =
    '// eval("1")\nexport const a = { eval: "new Function(1)" };\nexport const b = /eval()/;';
  expect(read(code).faults).toEqual([]);
});

test("readModule() allows what makes no code of text", () => {
  const code = [
    "export const a = (x) => x instanceof Function || x.constructor === Object;",
    "export const b = (x) => globalThis.structuredClone(x, Reflect.ownKeys(x));",
    "export const c = (x, key) => x[key] ?? x[0];",
  ].join("\n");
  expect(read(code).faults).toEqual([]);
});

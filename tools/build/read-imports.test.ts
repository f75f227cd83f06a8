import { expect, test } from "vitest";
import { readImports } from "./read-imports.mjs";

test.each([
  ['import a from "x";', "x"],
  ['import a, { b } from "x";', "x"],
  ['import * as a from "x";', "x"],
  ['import type { A } from "x";', "x"],
  ['import {\n  type A,\n  b,\n} from "x";', "x"],
  ['export { a } from "x";', "x"],
  ['export * from "x";', "x"],
  ['export * as a from "x";', "x"],
  ['export type { A } from "x";', "x"],
  ['import "x";', "x"],
  ['  const a = await import("x");', "x"],
  ['type A = import("x").A;', "x"],
  ['import a from "x.json" with { type: "json" };', "x.json"],
])("readImports() reads %s", (code, specifier) => {
  expect(readImports(`// a comment\n${code}\n`)).toEqual([specifier]);
});

test("readImports() ignores the examples of comments", () => {
  const code = ["/**", ' * import { a } from "x";', " */", '// import "y"', '  // import("z")'];
  expect(readImports(code.join("\n"))).toEqual([]);
});

test("readImports() does not mistake code for an import", () => {
  expect(readImports('export const from = "x";\nconst important = read("y");\n')).toEqual([]);
});

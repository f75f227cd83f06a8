// What esbuild may report that is no file on the disk.
import { expect, test } from "vitest";
import { findForeignImports } from "./foreign-imports.ts";

test("findForeignImports() passes over what esbuild tells nothing of", () => {
  const module = { name: "a.js", file: "/t/a.js", folder: "/t" };
  expect(findForeignImports({ inputs: {} }, module)).toEqual([]);
  const imports = [{ path: "runtime", kind: "import-statement" as const }];
  expect(findForeignImports({ inputs: { "a.js": { bytes: 1, imports } } }, module)).toEqual([]);
});

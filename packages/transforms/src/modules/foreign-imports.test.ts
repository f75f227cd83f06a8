// Metafiles with inputs that are not files.
import { expect, test } from "vitest";
import { findForeignImports } from "./foreign-imports.ts";

test("findForeignImports() ignores files that esbuild reports no imports of", () => {
  const module = { name: "a.js", file: "/t/a.js", folder: "/t" };
  expect(findForeignImports({ inputs: {} }, module)).toEqual([]);
  const imports = [{ path: "runtime", kind: "import-statement" as const }];
  expect(findForeignImports({ inputs: { "a.js": { bytes: 1, imports } } }, module)).toEqual([]);
});

// Warnings as esbuild gives them.
import { expect, test } from "vitest";
import { findComputedImports } from "./require-plugin.ts";

const SOURCE = { name: "a.ts", file: "/hooks/a.ts", folder: "/hooks" };
const COMPUTED = "unsupported-dynamic-import";
const at = (file: string) =>
  ({ file, line: 3, column: 9, length: 6, lineText: "", namespace: "", suggestion: "" }) as const;

test("findComputedImports() names file and line, in files that the author wrote", () => {
  const problems = findComputedImports(
    [
      { id: COMPUTED, location: at("lib/b.ts") },
      { id: COMPUTED, location: at("node_modules/x/index.js") },
      { id: COMPUTED, location: at("../linked/index.js") },
      { id: COMPUTED, location: null },
      { id: "empty-glob", location: at("lib/b.ts") },
    ],
    SOURCE,
  );
  expect(problems).toEqual([
    {
      code: "transform_outside",
      message:
        'The transform module "a.ts" computes the name of an import (lib/b.ts:3), which may lead out of hooks.transformsDir.',
      hint: expect.stringContaining("import(`./events/${name}.js`)"),
    },
  ]);
});

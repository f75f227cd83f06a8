// A folder with modules, a package in it and a package elsewhere.
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { TRANSFORM } from "./module-problem.ts";
import { createContainedRequire, findComputedImports } from "./require-plugin.ts";

function createCase() {
  const dir = realpathSync(
    createTempDir({
      "out.json": "1",
      "hooks/data.json": "2",
      "hooks/lib.cjs": "",
      "hooks/node_modules/near/index.js": "module.exports = 3;",
      "linked/data.json": "4",
      "linked-too/data.json": "5",
    }),
  );
  const folder = join(dir, "hooks");
  const containment = { folder, folderName: TRANSFORM.folderName, packages: [join(dir, "linked")] };
  return { dir, load: createContainedRequire(join(folder, "a.js"), containment) };
}

test("createContainedRequire() loads Node's modules, packages and data of the folder", () => {
  const { dir, load } = createCase();
  expect(load("node:path")).toBe(load("path"));
  expect([load("./data.json"), load("near"), load("./node_modules/near")]).toEqual([2, 3, 3]);
  expect(load(`${dir}/linked/data.json`)).toBe(4);
});

test("createContainedRequire() refuses what lies outside, and scripts of the folder", () => {
  const { dir, load } = createCase();
  const outside = "it is not within hooks.transformsDir";
  for (const name of ["../out.json", "near/../../../out.json", `${dir}/linked-too/data.json`]) {
    expect(() => load(name)).toThrow(`require() cannot load "${name}": ${outside}`);
  }
  expect(() => load("./lib.cjs")).toThrow("it is not built with the module");
  expect(() => load("./gone.json")).toThrow("Cannot find module './gone.json'");
});

const SOURCE = { name: "a.ts", file: "/hooks/a.ts", folder: "/hooks", terms: TRANSFORM };
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

// Paths inside and outside of a folder.
import { expect, test } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { hintModuleName, isInside, isPackageFile } from "./locate-module.ts";

test("isInside() compares whole steps, at the root too", () => {
  expect(isInside("/a/b/c.js", "/a/b")).toBe(true);
  expect(isInside("/a/bc.js", "/a/b")).toBe(false);
  expect(isInside("/a/b", "/a/b")).toBe(false);
  expect(isInside("/a.js", "/")).toBe(true);
});

test.each([
  ["/gw/hooks/transforms/a.js", "/gw/hooks/transforms", false],
  ["/gw/hooks/transforms/node_modules/x/a.js", "/gw/hooks/transforms", true],
  ["/gw/node_modules/x/a.js", "/gw/hooks/transforms", true],
  ["/gw/hooks/my_node_modules/a.js", "/gw/hooks/transforms", false],
  ["/x/node_modules/gw/hooks/transforms/a.js", "/x/node_modules/gw/hooks/transforms", false],
  ["/x/node_modules/gw/outside.js", "/x/node_modules/gw/hooks/transforms", false],
])("isPackageFile() checks %s seen from %s", (path, folder, expected) => {
  expect(isPackageFile(path, folder)).toBe(expected);
});

test("hintModuleName() treats a folder that cannot be read as empty", () => {
  expect(hintModuleName("a.js", "/nowhere")).toBe("hooks.transformsDir contains no module.");
});

test("hintModuleName() suggests the file that Node would resolve", () => {
  const dir = createTempDir({ "github.ts": "", "lib/index.mjs": "" });
  expect(hintModuleName("./github", dir)).toBe('Did you mean "github.ts"?');
  expect(hintModuleName("lib", dir)).toBe('Did you mean "lib/index.mjs"?');
});

test("hintModuleName() stops in a tree with too many folders", () => {
  const folders = Array.from({ length: 150 }, (_, index) => [`f${index}/x.js`, ""]);
  const dir = createTempDir({ ...Object.fromEntries(folders), "top.js": "" });
  expect(hintModuleName("other", dir)).toBe("The modules there: top.js.");
});

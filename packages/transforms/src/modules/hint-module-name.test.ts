// Names and folders → hints.

import { expect, test } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { hintModuleName } from "./locate-module.ts";

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

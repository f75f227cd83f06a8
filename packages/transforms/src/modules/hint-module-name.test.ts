// Names and folders → hints.
import { expect, test } from "vitest";
import { createTempDir } from "../../test/support/temp-dir.ts";
import { hintModuleName } from "./hint-module-name.ts";

test("hintModuleName() says that there is nothing in a folder that cannot be read", () => {
  expect(hintModuleName("a.js", "/nowhere")).toBe("hooks.transformsDir holds no module.");
});

test("hintModuleName() knows what Node would look for", () => {
  const dir = createTempDir({ "github.ts": "", "lib/index.mjs": "" });
  expect(hintModuleName("./github", dir)).toBe('Did you mean "github.ts"?');
  expect(hintModuleName("lib", dir)).toBe('Did you mean "lib/index.mjs"?');
});

test("hintModuleName() gives up on a tree of folders that is no folder of modules", () => {
  const folders = Array.from({ length: 150 }, (_, index) => [`f${index}/x.js`, ""]);
  const dir = createTempDir({ ...Object.fromEntries(folders), "top.js": "" });
  expect(hintModuleName("other", dir)).toBe("There: top.js.");
});

// Paths → whether they belong to a package.
import { expect, test } from "vitest";
import { isPackageFile } from "./locate-module.ts";

test.each([
  ["/gw/hooks/transforms/a.js", "/gw/hooks/transforms", false],
  ["/gw/hooks/transforms/node_modules/x/a.js", "/gw/hooks/transforms", true],
  ["/gw/node_modules/x/a.js", "/gw/hooks/transforms", true],
  ["/gw/hooks/my_node_modules/a.js", "/gw/hooks/transforms", false],
  ["/x/node_modules/gw/hooks/transforms/a.js", "/x/node_modules/gw/hooks/transforms", false],
  ["/x/node_modules/gw/outside.js", "/x/node_modules/gw/hooks/transforms", false],
])("isPackageFile() judges %s seen from %s", (path, folder, expected) => {
  expect(isPackageFile(path, folder)).toBe(expected);
});

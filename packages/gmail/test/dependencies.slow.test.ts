// What users install with the package.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

test("the package brings google-auth-library 10.5.0 alone of Google's packages, so that there is one copy", async () => {
  const text = await readFile(new URL("../package.json", import.meta.url), "utf8");
  const { dependencies } = JSON.parse(text) as { dependencies: Record<string, string> };
  const google = Object.entries(dependencies).filter(([name]) => /google/.test(name));
  expect(google).toEqual([["google-auth-library", "10.5.0"]]);
});

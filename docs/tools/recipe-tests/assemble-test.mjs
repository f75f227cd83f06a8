// @ts-check
// The name of a recipe and a folder → its config, its events and its test, written there.
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** @param {string} path */
const root = (path) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** Where the tests of all recipes are, each in a folder of its name. */
export const TESTS = root("packages/samples/tests");

/** @returns {readonly string[]} */
export function listRecipeTests() {
  return readdirSync(TESTS).sort();
}

/**
 * The config is the first of the page. Returns the path of the test file.
 *
 * @param {string} name
 * @param {string} folder
 */
export function assembleTest(name, folder) {
  const page = readFileSync(root(`docs/recipes/${name}.md`), "utf8");
  const [, config = ""] = /^```json5\n([\s\S]*?)^```/m.exec(page) ?? [];
  writeFileSync(join(folder, "hooks.json5"), config);
  cpSync(root(`packages/samples/events/${name}`), join(folder, "events", name), {
    recursive: true,
  });
  cpSync(join(TESTS, name), folder, { recursive: true });
  return join(folder, "hooks.test.yaml");
}

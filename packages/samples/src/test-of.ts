// The name of a provider → the test of its recipe, to be written beside a config.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { recipe } from "./recipe.ts";

const folder = fileURLToPath(new URL("../tests", import.meta.url));

/** A test file and its snapshots, as texts. */
export interface RecipeTest {
  /**
   * What stands in `hooks.test.yaml`, beside the config of the recipe. Its events are expected in
   * `events/<provider>`.
   */
  readonly text: string;
  /** By their file names below `__snapshots__/hooks.test.yaml`. */
  readonly snapshots: Readonly<Record<string, string>>;
}

/**
 * The test of the recipe of a provider: it covers all of the recipe, and notices nearly every change of it.
 *
 * @throws Error if there is no recipe of that name; it names the nearest provider, or all.
 * @example
 * ```ts
 * const { text, snapshots } = testOf("stripe");
 * console.log(text, Object.keys(snapshots));
 * ```
 */
export function testOf(provider: string): RecipeTest {
  const own = `${folder}/${recipe(provider).provider}`;
  const stored = `${own}/__snapshots__/hooks.test.yaml`;
  const snapshots = readdirSync(stored)
    .sort()
    .map((name) => [name, readFileSync(`${stored}/${name}`, "utf8")] as const);
  return {
    text: readFileSync(`${own}/hooks.test.yaml`, "utf8"),
    snapshots: Object.fromEntries(snapshots),
  };
}

// The name of a provider → the files of its recipe's test, to be written beside a config.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { recipe } from "./recipe.ts";

const folder = fileURLToPath(new URL("../tests", import.meta.url));

/**
 * The texts of the files, by their paths in the folder of the config: the test, its snapshots in
 * `__snapshots__/hooks.test.yaml`, and events that are not among the samples.
 */
export interface RecipeTest {
  /** It expects the samples in `events/<provider>`. */
  readonly "hooks.test.yaml": string;
  readonly [path: string]: string;
}

/**
 * The test of the recipe of a provider: it covers all of the recipe, and notices nearly every change of it.
 *
 * @throws Error if there is no recipe of that name; it names the nearest provider, or all.
 * @example
 * ```ts
 * for (const [path, text] of Object.entries(testOf("stripe"))) console.log(path, text.length);
 * ```
 */
export function testOf(provider: string): RecipeTest {
  const own = `${folder}/${recipe(provider).provider}`;
  const paths = readdirSync(own, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => statSync(`${own}/${path}`).isFile())
    .sort();
  const texts = paths.map((path) => [path, readFileSync(`${own}/${path}`, "utf8")] as const);
  return Object.fromEntries(texts) as unknown as RecipeTest;
}

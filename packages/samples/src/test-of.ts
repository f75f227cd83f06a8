// The name of a provider → the test of its recipe, to be written beside a config.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { recipe } from "./recipe.ts";

const folder = fileURLToPath(new URL("../tests", import.meta.url));

/** A test file with its snapshots and events, as texts. */
export interface RecipeTest {
  /**
   * What stands in `hooks.test.yaml`, beside the config of the recipe. Its events are expected in
   * `events/<provider>`.
   */
  readonly text: string;
  /** By their file names below `__snapshots__/hooks.test.yaml`. */
  readonly snapshots: Readonly<Record<string, string>>;
  /** Events that only the test has, by their file names beside it: they hold texts that a mapping cuts. */
  readonly events: Readonly<Record<string, string>>;
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
  return {
    text: readFileSync(`${own}/hooks.test.yaml`, "utf8"),
    snapshots: readTexts(`${own}/__snapshots__/hooks.test.yaml`, ".md"),
    events: readTexts(own, ".event.json"),
  };
}

function readTexts(from: string, ending: string): Readonly<Record<string, string>> {
  const names = readdirSync(from).filter((name) => name.endsWith(ending));
  return Object.fromEntries(
    names.sort().map((name) => [name, readFileSync(`${from}/${name}`, "utf8")]),
  );
}

// The name of a provider → its recipe, in pieces.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hintNearestName } from "@hookwright/core/problems";
import { type RecipeVariable, variablesOf } from "./variables-of.ts";

const folder = fileURLToPath(new URL("../recipes", import.meta.url));

/** A partial or a mapping as in a config: whole lines with their comments, the last with its comma. */
export interface RecipePiece {
  /** The name of the partial, or the id of the mapping. */
  readonly name: string;
  readonly json5: string;
  readonly yaml: string;
}

/** The mappings for one provider. Several recipes make one config: equal partials have equal texts. */
export interface Recipe {
  /** `github` */
  readonly provider: string;
  /** `GitHub` */
  readonly title: string;
  /** What is to be done at the provider, in Markdown. */
  readonly steps: string;
  /** Those of the hook token and of each `auth`. */
  readonly variables: readonly RecipeVariable[];
  readonly partials: readonly RecipePiece[];
  readonly mappings: readonly RecipePiece[];
  /** The names of the samples that fit. */
  readonly samples: readonly string[];
  /** What the pieces say, as data. */
  readonly hooks: {
    readonly partials: Readonly<Record<string, string>>;
    readonly mappings: readonly Readonly<Record<string, unknown>>[];
  };
}

/** As every page has it. */
const HOOK_TOKEN = { env: "HOOK_TOKEN" };

/** The providers that have a recipe, in alphabetical order. */
export function listRecipes(): readonly string[] {
  return readdirSync(folder)
    .map((file) => file.replace(".json", ""))
    .sort();
}

/**
 * The recipe of a provider, as its page in the docs shows it.
 *
 * @throws Error if there is none; it names the nearest provider, or all.
 * @example
 * ```ts
 * const { mappings } = recipe("stripe");
 * console.log(mappings.map(({ name }) => name));
 * ```
 */
export function recipe(provider: string): Recipe {
  const known = listRecipes();
  if (known.includes(provider)) {
    const text = readFileSync(join(folder, `${provider}.json`), "utf8");
    const written = JSON.parse(text) as Omit<Recipe, "variables">;
    return { ...written, variables: variablesOf({ token: HOOK_TOKEN, ...written.hooks }) };
  }
  throw new Error(`There is no recipe for "${provider}". ${hintNearestName(provider, known)}`);
}

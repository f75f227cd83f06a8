// Recipe pages and the deliveries of real providers → exactly the prompts that the golden files hold.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { HookwrightConfig } from "../../src/authoring/config/config.ts";
import { safeCompileHooks } from "../../src/compile-hooks.ts";
import type { SecretReference } from "../../src/model/ports.ts";
import { problemToText } from "../../src/model/problem.ts";
import type { Hooks } from "../../src/serving/resolve/hooks.ts";
import { goldenFromExplanation } from "./golden-from-explanation.ts";
import { namesOf, readDelivery } from "./read-delivery.ts";
import { readRecipe, writeShown } from "./read-recipe.ts";

/** `HOOKWRIGHT_UPDATE=1` writes the golden files and what the pages show anew; read the difference before you keep it. */
const isUpdate = process.env["HOOKWRIGHT_UPDATE"] === "1";

const pages = new URL("../../../../docs/recipes/", import.meta.url);
const providers = readdirSync(new URL(".", import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

for (const provider of providers) {
  describe(provider, async () => {
    const compiled = (await readRecipe(provider)).configs.map(compile);
    const names = namesOf(provider);

    test("compileHooks() has no warning about the recipe", () => {
      expect(compiled.flatMap(({ warnings }) => warnings)).toEqual([]);
    });

    test.each(names)("resolve() makes the golden action of %s", async (name) => {
      const { event, config } = readDelivery(provider, name);
      const explanation = await compiled[config]?.explain(event);
      if (explanation === undefined) throw new Error(`The page has no config ${config}.`);
      compareWithFile(
        new URL(`${provider}/${name}.md`, import.meta.url),
        goldenFromExplanation(explanation),
      );
      expect(await compiled[config]?.resolve(event)).toEqual(explanation.resolution);
    });

    test("resolve() uses every mapping of the recipe", async () => {
      const used = await Promise.all(names.map((name) => mappingOf(compiled, provider, name)));
      const written = compiled.flatMap(({ mappings }) => mappings.map(({ id }) => id));
      expect(written.filter((id) => !used.includes(id))).toEqual([]);
    });

    test("readRecipe() finds the golden actions on the page", async () => {
      if (isUpdate) writeShown(provider, (name) => readGolden(provider, name));
      const { shown } = await readRecipe(provider);
      expect(shown.length).toBeGreaterThan(0);
      for (const { name, text } of shown) expect(text).toBe(readGolden(provider, name));
    });
  });
}

test("every provider has a page, a line in the index, and no unused golden file", () => {
  const index = readFileSync(new URL("README.md", pages), "utf8");
  const linked = [...index.matchAll(/\]\(([\w-]+)\.md\)/g)].map(([, name]) => name);
  expect(linked.toSorted()).toEqual(providers.toSorted());
  const orphans = providers.flatMap((provider) => {
    const names = namesOf(provider);
    return readdirSync(new URL(`${provider}/`, import.meta.url)).filter(
      (file) => !names.includes(file.replace(/\.md$/, "")),
    );
  });
  expect(orphans).toEqual([]);
});

test("compileHooks() takes all recipes together as one config", async () => {
  const recipes = await Promise.all(providers.map(readRecipe));
  const all = recipes.flatMap(({ configs }) => configs.slice(0, 1));
  const hooks = all.map((config) => (config as HookwrightConfig).hooks);
  const partials = hooks.flatMap((recipe) => Object.entries(recipe?.partials ?? {}));
  const together = Object.fromEntries(partials);
  // A name that two pages give to different texts would change one of them without a word.
  expect(partials.filter(([name, text]) => together[name] !== text)).toEqual([]);
  const mappings = hooks.flatMap((recipe) => recipe?.mappings ?? []);
  const { warnings } = compile({ hooks: { partials: together, mappings } });
  expect(warnings.filter(({ code }) => code !== "hooks_disabled")).toEqual([]);
});

test("at least sixty deliveries become actions", () => {
  const goldens = providers.flatMap((provider) =>
    namesOf(provider).map((name) => readGolden(provider, name)),
  );
  const actions = goldens.filter((text) => text.includes("\nkind: "));
  expect(actions.length).toBeGreaterThanOrEqual(60);
});

function compile(config: unknown): Hooks {
  const compilation = safeCompileHooks(config, { secrets: secretOf, randomId: () => "fixed-id" });
  if (compilation.ok) return compilation.hooks;
  throw new Error(compilation.problems.map(problemToText).join("\n"));
}

/** Another one for each variable, in letters and digits, so that it can be a key in base64. */
function secretOf(reference: SecretReference): string {
  const name = "env" in reference ? reference.env : "none";
  return `${name.replaceAll("_", "")}${"9bJ4kQw7".repeat(4)}`.slice(0, 32);
}

function compareWithFile(url: URL, text: string): void {
  if (isUpdate) writeFileSync(url, text);
  expect(text).toBe(readFileSync(url, "utf8"));
}

function readGolden(provider: string, name: string): string {
  return readFileSync(new URL(`${provider}/${name}.md`, import.meta.url), "utf8");
}

async function mappingOf(
  compiled: readonly Hooks[],
  provider: string,
  name: string,
): Promise<string | undefined> {
  const { event, config } = readDelivery(provider, name);
  const resolution = await compiled[config]?.resolve(event);
  return resolution !== undefined && "mappingId" in resolution ? resolution.mappingId : undefined;
}

// @ts-check
// docs/recipes/*.md → recipes/<provider>.json: configs in pieces, and the names of the samples that they take.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { listDeliveries, readDelivery } from "./read-delivery.mjs";
import { providers, readRecipePage } from "./read-recipe-page.mjs";

const folder = new URL("../recipes/", import.meta.url);

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const provider of providers) {
  const { hooks, ...recipe } = await readRecipePage(provider);
  const names = listDeliveries().find((one) => one.provider === provider)?.names ?? [];
  // Some pages show a second config; its samples say so.
  const samples = names
    .filter((name) => readDelivery(provider, name).config === 0)
    .map((name) => `${provider}/${name}`);
  const { partials = {}, mappings } = hooks;
  const text = JSON.stringify({ provider, ...recipe, samples, hooks: { partials, mappings } });
  writeFileSync(new URL(`${provider}.json`, folder), `${text}\n`);
}

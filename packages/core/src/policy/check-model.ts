// The model of an action → nothing, or the refusal.
import type { ModelsInput } from "../model/config.ts";
import type { Refusal } from "../model/resolution.ts";
import { createRefusal } from "../problem/refusal.ts";

/** Ids and aliases in lower case, each with the spelling of the config; absent: any model. */
export type ModelPolicy = ReadonlyMap<string, string> | undefined;

export function createModelPolicy(models: ModelsInput | undefined): ModelPolicy {
  if (models === undefined) return undefined;
  const names = Array.isArray(models) ? models : namesFromMap(models);
  const spellings = names.flatMap((name) => name?.trim() ?? []);
  if (spellings.length === 0) return undefined;
  return new Map(spellings.map((name) => [name.toLowerCase(), name]));
}

function namesFromMap(models: Exclude<ModelsInput, string[]>): readonly string[] {
  return Object.entries(models).flatMap(([id, settings]) => [id, settings?.alias ?? id]);
}

export function checkModel(model: string | undefined, policy: ModelPolicy): Refusal | undefined {
  if (model === undefined || policy === undefined || policy.has(model.toLowerCase()))
    return undefined;
  const message = "The model of this action is not one of agents.defaults.models.";
  return createRefusal("model_refused", message, {
    issues: [{ path: "/model", message }],
    detail: "agents.defaults.models would have to name it.",
  });
}

/** The model as the config spells it, because hosts may compare letter by letter. */
export function spellModel(model: string, policy: ModelPolicy): string {
  return policy?.get(model.toLowerCase()) ?? model;
}

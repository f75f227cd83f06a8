// A preset's name and the `hooks` block → the mappings that it makes, checked as if the operator had written them.

import { hintNearestName, stripOuterSlashes } from "@hookwright/base";
import type { ConfigPath, Problem } from "../base/index.ts";
import { configPathToText, createProblem, type Report } from "../base/index.ts";
import type { HooksInput, MappingInput } from "./config.ts";
import { copyPlain } from "./copy-plain.ts";
import { parseConfig } from "./parse-config.ts";
import type { Preset } from "./preset.ts";

export interface PresetUse {
  readonly name: string;
  /** Where the config names it. */
  readonly configPath: ConfigPath;
  readonly hooks: HooksInput;
}

export function runPreset(
  use: PresetUse,
  presets: Readonly<Record<string, Preset>>,
  report: Report,
): readonly MappingInput[] {
  const { name, configPath } = use;
  if (!Object.hasOwn(presets, name)) {
    const hint = hintForPreset(use, Object.keys(presets));
    const message = `There is no preset "${name}".`;
    report(createProblem("preset_unknown", configPath, message, { hint }));
    return [];
  }
  const made = callPreset(presets[name] as Preset, use.hooks);
  if (typeof made === "string") {
    report(createProblem("preset_failed", configPath, `The preset "${name}" ${made}.`));
    return [];
  }
  const config = parseConfig({ hooks: { mappings: made } }, (problem) =>
    report(problemOfPreset(problem, use)),
  );
  const mappings: readonly (MappingInput | undefined)[] = config?.hooks?.mappings ?? [];
  return mappings.flatMap((input) => input ?? []);
}

/** The mappings, or why there are none, in words. Never throws. */
function callPreset(preset: Preset, hooks: HooksInput): readonly unknown[] | string {
  try {
    // A copy: what a preset changes in it changes nothing.
    const made: unknown = preset(copyPlain(hooks).value as HooksInput);
    return Array.isArray(made) ? made : "did not give a list of mappings";
  } catch {
    return "threw an error";
  }
}

/** The operator did not write the mapping, so the place is that of the preset's name. */
function problemOfPreset({ path, message, ...rest }: Problem, use: PresetUse): Problem {
  const place = configPathToText(path.slice(1));
  return {
    ...rest,
    path: use.configPath,
    message: `The preset "${use.name}" gives a wrong mapping: ${message} (${place})`,
  };
}

const OWN_PRESETS = "A preset of your own is an option of `compileHooks`: docs/own-channels.md.";

/** People write the name of a vendor: presets are few, and mappings are what vendors need. */
function hintForPreset({ name, hooks }: PresetUse, known: readonly string[]): string {
  const nearest = hintNearestName(name, known);
  if (nearest.startsWith("Did")) return nearest;
  const names = (hooks.mappings ?? []).map((one) =>
    stripOuterSlashes(`${one?.match?.path}`.trim()),
  );
  const own = names.find((one) => one.toLowerCase() === name.toLowerCase());
  if (own !== undefined) {
    return `Remove it: the mapping with "path": "${own}" takes the webhooks of that name already.`;
  }
  if (!/^[a-z][a-z\d-]{2,30}$/.test(name)) return `${nearest} ${OWN_PRESETS}`;
  return `${nearest} For webhooks of ${name} write an entry of "mappings": { "match": { "path": "${name}" }, "auth": { "provider": "${name}", "secret": … }, "messageTemplate": … }; docs/recipes and docs/providers have some to copy. ${OWN_PRESETS}`;
}

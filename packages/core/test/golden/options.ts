// Options of a golden case → options of compileHooks, with a fixed clock and fixed ids.

import type { MappingInput } from "../../src/authoring/config/config.ts";
import type { CompileOptions } from "../../src/authoring/plan/options.ts";
import type { SecretReference } from "../../src/model/ports.ts";
import type { GoldenOptions } from "./case.ts";
import { transforms } from "./transforms.ts";

/** 2026-01-02T03:04:05.678Z */
export const NOW = 1_767_323_045_678;

/** Every id is the same, so that the order in which ids are asked for does not matter. */
export const ID = "fixed-id";

export function optionsFromCase(options: GoldenOptions): CompileOptions {
  const { secrets, presets, transforms: names = [], ...rest } = options;
  return {
    ...rest,
    clock: () => NOW,
    randomId: () => ID,
    transforms: Object.fromEntries(names.map((name) => [name, transforms[name] ?? {}])),
    ...(secrets !== null && { secrets: (reference) => secrets?.[keyOf(reference)] }),
    ...(presets !== undefined && {
      presets: Object.fromEntries(
        Object.entries(presets).map(([name, mappings]) => [
          name,
          () => mappings as readonly MappingInput[],
        ]),
      ),
    }),
  };
}

function keyOf(reference: SecretReference): string {
  if ("env" in reference) return `env:${reference.env}`;
  return "file" in reference ? `file:${reference.file}` : `${reference.source}:${reference.id}`;
}

// A config and the stubs of a test file → the options with which cases, coverage and mutants compile the config.
import type { CompileOptions, Transforms } from "@hookwright/core";
import { HOST_CHANNELS } from "@hookwright/core/problems";
import { FIXED_PORTS } from "./fixed-ports.ts";
import { stubTransforms, type TransformStub } from "./stub-transforms.ts";

/** Tests work without the operator's secrets. */
export const SEVERITIES = { secret_missing: "warning", secret_source_unknown: "warning" } as const;

/** Runs no module: each has its stub, or one that changes nothing. */
export function stubbedOptions(
  config: unknown,
  stubs: Readonly<Record<string, TransformStub>> = {},
): CompileOptions & { readonly transforms: Transforms } {
  const { transforms } = stubTransforms(modulesOf(config), stubs);
  return { ...FIXED_PORTS, channels: HOST_CHANNELS, severities: SEVERITIES, transforms };
}

/** The names of the transform modules in a config, which may have any shape. */
export function modulesOf(config: unknown): readonly string[] {
  const { hooks } = (config ?? {}) as { readonly hooks?: { readonly mappings?: unknown } };
  const mappings: readonly unknown[] = Array.isArray(hooks?.mappings) ? hooks.mappings : [];
  return mappings.flatMap((mapping) => {
    const { transform } = (mapping ?? {}) as { readonly transform?: { readonly module?: unknown } };
    const name = transform?.module;
    return typeof name === "string" ? [name.trim()] : [];
  });
}

// A problem of a module and the path of a mention → a problem of the config.
import type { ConfigCode, ConfigPath, Problem } from "@hookwright/core";

/** How problems name a module, and the folder that it must stay in. */
export interface ModuleTerms {
  readonly what: string;
  readonly folderName: string;
}

export const TRANSFORM: ModuleTerms = {
  what: "transform module",
  folderName: "hooks.transformsDir",
};

export interface ModuleProblem {
  readonly code: Extract<ConfigCode, `transform_${string}`>;
  readonly message: string;
  readonly hint?: string;
}

export function toProblem(
  { code, message, hint }: ModuleProblem,
  path: ConfigPath,
  severity: Problem["severity"] = "error",
): Problem {
  return { code, severity, path, message, ...(hint !== undefined && { hint }) };
}

/**
 * Describes an error that no module has caused: esbuild or its binary is missing, or the system cannot
 * create a folder for built modules.
 */
export function describeUnavailable(
  error: unknown,
  { what }: ModuleTerms = TRANSFORM,
): { readonly problem: ModuleProblem } {
  // esbuild explains possible causes on further lines.
  const why = String(error).replace(/^\w*Error: |\.?(?:\n[\s\S]*)?$/g, "");
  const problem: ModuleProblem = {
    code: "transform_unavailable",
    message: `The ${what}s cannot be loaded: ${why}.`,
    ...(/esbuild/.test(why) && {
      hint: "Install esbuild with the binary of this platform: npm install --include=optional",
    }),
  };
  return { problem };
}

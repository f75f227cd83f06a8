// What is wrong with a module, before it is known which mappings name it; and the problem it becomes.
import type { ConfigCode, ConfigPath, Problem } from "@hookwright/core";

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
 * What no author of a module has caused: esbuild or its binary is missing, or the system gives no
 * folder for what is built.
 */
export function describeUnavailable(error: unknown): { readonly problem: ModuleProblem } {
  // esbuild explains on further lines what could be the cause.
  const why = String(error).replace(/^\w*Error: |\.?(?:\n[\s\S]*)?$/g, "");
  const problem: ModuleProblem = {
    code: "transform_unavailable",
    message: `The transform modules cannot be loaded: ${why}.`,
    ...(/esbuild/.test(why) && {
      hint: "Install esbuild with the binary of this platform: npm install --include=optional",
    }),
  };
  return { problem };
}

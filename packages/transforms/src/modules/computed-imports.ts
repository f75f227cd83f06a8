// The warnings of a build → problems for imports whose names are computed.
import { resolve } from "node:path";
import type { LogLevel, Message } from "esbuild";
import type { ModuleFile } from "./foreign-imports.ts";
import type { ModuleProblem } from "./module-problem.ts";
import { isAuthored } from "./require-plugin.ts";

const COMPUTED = "unsupported-dynamic-import";

/** esbuild leaves such an import to run time, silently by default. */
export const COMPUTED_IMPORTS: Readonly<Record<string, LogLevel>> = { [COMPUTED]: "warning" };

/**
 * Node loads what such an import names, from anywhere, and its loader cannot be limited without hooks that
 * Node 20 does not have in the same thread. Packages are trusted.
 */
export function findComputedImports(
  warnings: readonly Pick<Message, "id" | "location">[],
  { name, folder }: ModuleFile,
): readonly ModuleProblem[] {
  return warnings.flatMap(({ id, location }) => {
    if (id !== COMPUTED || location === null) return [];
    const { file, line } = location;
    if (!isAuthored(resolve(folder, file), folder)) return [];
    return {
      code: "transform_outside",
      message: `The transform module "${name}" computes the name of an import (${file}:${line}), which may lead out of hooks.transformsDir.`,
      hint: "Write the name as text, or begin it with a relative path: import(`./events/${name}.js`).",
    };
  });
}

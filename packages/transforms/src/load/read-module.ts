// A module's file → its exports, or its problems; it is built, and not run.
import { bundleModule, type ModuleSource } from "../modules/bundle-module.ts";
import { exportsFromScript } from "./exports-from-script.ts";
import type { ModuleLoadOptions, ModuleResult } from "./load-module.ts";
import type { ModuleRunner } from "./module-runner.ts";

export async function readModule(
  source: Omit<ModuleSource, "outputFolder">,
  { cache }: Pick<ModuleLoadOptions, "cache">,
): Promise<ModuleResult> {
  const bundle = await bundleModule({ ...source, outputFolder: cache.folder() });
  if (!bundle.ok) return bundle;
  const { code, files } = bundle;
  const exports = exportsFromScript(code);
  return { ok: true, runner: NOT_RUN, exports, files, release: () => Promise.resolve() };
}

const NOT_RUN: Pick<ModuleRunner, "call"> = {
  call: () => Promise.resolve({ kind: "failed", reason: "was built and not run" }),
};

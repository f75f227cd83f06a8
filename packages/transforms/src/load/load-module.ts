// A module's file → its exports and the runner that calls them, or its problems.
import { basename } from "node:path";
import type { ExportDescription, ImportResult } from "../calls/call-result.ts";
import { bundleModule, type ModuleSource } from "../modules/bundle-module.ts";
import type { CachedScript, ModuleCache } from "../modules/module-cache.ts";
import type { ModuleProblem } from "../modules/module-problem.ts";
import { thrownToText } from "./describe-failure.ts";
import type { ModuleRunner } from "./module-runner.ts";
import type { SharedRunners } from "./shared-runners.ts";

export type ModuleResult =
  | {
      readonly ok: true;
      readonly runner: Pick<ModuleRunner, "call">;
      /** Undefined for a module that was not run, and whose exports only running it tells. */
      readonly exports: readonly ExportDescription[] | undefined;
      readonly release: (graceMs: number) => Promise<void>;
      readonly files: readonly string[];
    }
  | {
      readonly ok: false;
      readonly problems: readonly ModuleProblem[];
      readonly files: readonly string[];
    };

export interface ModuleLoadOptions {
  readonly cache: ModuleCache;
  readonly runners: SharedRunners;
  /** Differs if the same module needs another runner. */
  readonly runnerKey: string;
  readonly createRunner: (script: CachedScript) => ModuleRunner;
}

export async function loadModule(
  source: Omit<ModuleSource, "outputFolder">,
  { cache, runners, runnerKey, createRunner }: ModuleLoadOptions,
): Promise<ModuleResult> {
  const bundle = await bundleModule({ ...source, outputFolder: cache.folder() });
  if (!bundle.ok) return bundle;
  const { code, files } = bundle;
  const script = cache.add(basename(source.file), code);
  const use = runners.use(`${script.hash} ${runnerKey}`, () => createRunner(script));
  const imported = await use.imported;
  if (imported.ok) return { ...use, ok: true, exports: imported.exports, files };
  await use.release(0);
  return { ok: false, problems: [describeImportFailure(imported, source)], files };
}

function describeImportFailure(
  { outcome }: Extract<ImportResult, { ok: false }>,
  source: Omit<ModuleSource, "outputFolder">,
): ModuleProblem {
  const reason =
    outcome.kind === "threw"
      ? `threw ${thrownToText(outcome.thrown, source)} while it was loaded`
      : outcome.reason;
  return {
    code: "transform_load_failed",
    message: `The transform module "${source.name}" ${reason}.`,
  };
}

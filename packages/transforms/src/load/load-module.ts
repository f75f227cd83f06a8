// A module's file → its exports and what calls them, or its problems.

import { basename } from "node:path";
import type { ExportDescription, ImportResult } from "../calls/call-result.ts";
import { bundleModule, type ModuleSource } from "../modules/bundle-module.ts";
import type { CachedScript, ModuleCache } from "../modules/module-cache.ts";
import type { ModuleProblem } from "../modules/module-problem.ts";
import type { ModuleOutput } from "../worker/output-relay.ts";
import { thrownToText } from "./describe-failure.ts";
import { exportsFromScript } from "./exports-from-script.ts";
import type { ModuleRunner } from "./module-runner.ts";
import type { SharedRunners } from "./shared-runners.ts";

export type ModuleResult =
  | {
      readonly ok: true;
      readonly runner: Pick<ModuleRunner, "call">;
      /** Undefined for a module that was not run and whose exports cannot be found in its script. */
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
    message: `The ${source.terms.what} "${source.name}" ${reason}.`,
  };
}

/** A module's file → its exports, or its problems; it is built but not run. */
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

/** A module's top level creates clients and reads files; one that takes longer is stuck. */
export const DEFAULT_LOAD_TIMEOUT_MS = 10_000;

/** The limit of what Node buffers for a slow or stalled reader. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

/** Standard output is not used, because a server may print its actions there as lines of JSON. */
export function writeToStderr({ module, text }: ModuleOutput): boolean {
  if (process.stderr.writableLength > MAX_BUFFERED_BYTES) return false;
  // Unlike process.stderr.write, this does not throw after the reader has closed the pipe.
  // biome-ignore lint/suspicious/noConsole: this is the default log of an integrator who passes none.
  console.error("%s", `[${module}] ${text}`);
  return true;
}

export function emitWarning(message: string): void {
  process.emitWarning(message);
}

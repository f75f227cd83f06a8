// A config and what its loads share → how its modules are run.
import type { Secrets } from "@hookwright/core";
import { createTransformEnv, type Environment } from "../config/transform-env.ts";
import type { TransformSettings } from "../config/transform-settings.ts";
import { bundleWorker } from "../modules/bundle-worker.ts";
import type { CachedScript, ModuleCache } from "../modules/module-cache.ts";
import type { WriteModuleOutput } from "../worker/output-relay.ts";
import type { WorkerRegistry } from "../worker/worker-registry.ts";
import { writeToStderr } from "../worker/write-to-stderr.ts";
import { type ModuleLabel, thrownToText } from "./describe-failure.ts";
import { createInlineRunner } from "./inline-runner.ts";
import type { ModuleRunner } from "./module-runner.ts";
import { createWorkerRunner } from "./worker-runner.ts";

export interface RunnerOptions {
  readonly cache: ModuleCache;
  readonly registry: WorkerRegistry;
  readonly env?: Environment;
  readonly secrets: Secrets;
  readonly warn?: (message: string) => void;
  readonly loadTimeoutMs?: number;
  readonly output?: WriteModuleOutput | "ignore";
}

export interface RunnerKind {
  /** Differs where the same module would be run in another way. */
  readonly key: string;
  readonly create: (script: CachedScript, label: ModuleLabel) => ModuleRunner;
}

/** A module's top level makes clients and reads files; whoever computes there for longer is stuck. */
const LOAD_TIMEOUT_MS = 10_000;

export async function chooseRunner(
  config: unknown,
  settings: TransformSettings,
  options: RunnerOptions,
): Promise<RunnerKind> {
  if (settings.isolation === "inline") return { key: "inline", create: createInlineRunner };
  const { cache, registry, secrets, env = process.env, warn = emitWarning } = options;
  const { loadTimeoutMs = LOAD_TIMEOUT_MS, output = writeToStderr } = options;
  const { memoryMb, workers, env: names } = settings;
  const passed = createTransformEnv(config, { env, secrets, ...(names && { names }) });
  const main = cache.add("worker", await bundleWorker());
  return {
    key: JSON.stringify([memoryMb, workers, passed]),
    create: (module, label) =>
      createWorkerRunner({
        ...{ module, main, registry, memoryMb, workers, env: passed, loadTimeoutMs, output },
        name: label.name,
        onBackground: (thrown) =>
          warn(`Work that a transform left running failed: ${thrownToText(thrown, label)}.`),
      }),
  };
}

function emitWarning(message: string): void {
  process.emitWarning(message);
}

// A config and its settings → how to create the runners of its modules.
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
  /** Differs if the same module needs another runner. */
  readonly key: string;
  readonly create: (script: CachedScript, label: ModuleLabel) => ModuleRunner;
}

/** A module's top level creates clients and reads files; one that takes longer is stuck. */
const DEFAULT_LOAD_TIMEOUT_MS = 10_000;

export async function chooseRunner(
  config: unknown,
  settings: TransformSettings,
  options: RunnerOptions,
): Promise<RunnerKind> {
  if (settings.isolation === "inline") return { key: "inline", create: createInlineRunner };
  const { cache, registry, secrets, env = process.env, warn = emitWarning } = options;
  const { loadTimeoutMs = DEFAULT_LOAD_TIMEOUT_MS, output = writeToStderr } = options;
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
          warn(`Background work of a transform failed: ${thrownToText(thrown, label)}.`),
      }),
  };
}

function emitWarning(message: string): void {
  process.emitWarning(message);
}

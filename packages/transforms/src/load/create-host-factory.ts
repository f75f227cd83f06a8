// A config and what its loads share → how to make the host of a built module.

import type { Secrets } from "@hookwright/core";
import { createTransformEnv, type Environment } from "../config/transform-env.ts";
import type { TransformSettings } from "../config/transform-settings.ts";
import { bundleWorker } from "../modules/bundle-worker.ts";
import type { CachedScript, ModuleCache } from "../modules/module-cache.ts";
import type { WriteModuleOutput } from "../worker/output-relay.ts";
import type { WorkerRegistry } from "../worker/worker-registry.ts";
import { writeToStderr } from "../worker/write-to-stderr.ts";
import { type ModuleLabel, thrownToText } from "./describe-failure.ts";
import { createInlineHost } from "./inline-host.ts";
import type { ModuleHost } from "./module-host.ts";
import { createWorkerHost } from "./worker-host.ts";

export interface HostFactoryOptions {
  readonly cache: ModuleCache;
  readonly registry: WorkerRegistry;
  readonly env?: Environment;
  readonly secrets: Secrets;
  readonly warn?: (message: string) => void;
  readonly loadTimeoutMs?: number;
  readonly output?: WriteModuleOutput | "ignore";
}

export interface HostFactory {
  /** Differs where hosts would run a module in another way. */
  readonly key: string;
  readonly create: (script: CachedScript, label: ModuleLabel) => ModuleHost;
}

/** A module's top level makes clients and reads files; whoever computes there for longer is stuck. */
const LOAD_TIMEOUT_MS = 10_000;

export async function createHostFactory(
  config: unknown,
  settings: TransformSettings,
  options: HostFactoryOptions,
): Promise<HostFactory> {
  if (settings.isolation === "inline") return { key: "inline", create: createInlineHost };
  const { cache, registry, secrets, env = process.env, warn = emitWarning } = options;
  const { loadTimeoutMs = LOAD_TIMEOUT_MS, output = writeToStderr } = options;
  const { memoryMb, workers, env: names } = settings;
  const passed = createTransformEnv(config, { env, secrets, ...(names && { names }) });
  const main = cache.add("worker", await bundleWorker());
  return {
    key: JSON.stringify([memoryMb, workers, passed]),
    create: (module, label) =>
      createWorkerHost({
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

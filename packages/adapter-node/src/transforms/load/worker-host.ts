// A built module → its functions, run in workers of its own.
import { pathToFileURL } from "node:url";
import type { TransformSettings } from "../config/transform-settings.ts";
import type { CachedScript } from "../modules/module-cache.ts";
import { createModulePool } from "../worker/module-pool.ts";
import { startWorker, type WorkerOptions } from "../worker/start-worker.ts";
import type { WorkerRegistry } from "../worker/worker-registry.ts";
import type { ModuleHost } from "./module-host.ts";

export interface WorkerHostOptions
  extends Pick<TransformSettings, "memoryMb" | "workers">,
    Pick<WorkerOptions, "env" | "output" | "loadTimeoutMs" | "onBackground"> {
  readonly module: CachedScript;
  /** The script that every worker runs. */
  readonly main: CachedScript;
  readonly registry: WorkerRegistry;
}

/** Long enough to serve the burst that follows a burst. */
const IDLE_MS = 30_000;

export function createWorkerHost(options: WorkerHostOptions): ModuleHost {
  const { module, main, registry, memoryMb, workers } = options;
  const start = () => {
    const worker = startWorker({
      ...options,
      script: main.ensureFile(),
      url: pathToFileURL(module.ensureFile()).href,
    });
    registry.add(worker, memoryMb);
    return worker;
  };
  return createModulePool({ start, retire: registry.retire, workers, idleMs: IDLE_MS });
}

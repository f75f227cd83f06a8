// A built module → its functions, run in workers of its own.
import { constants } from "node:os";
import { pathToFileURL } from "node:url";
import type { TransformSettings } from "../config/transform-settings.ts";
import type { CachedScript } from "../modules/module-cache.ts";
import { createModulePool } from "../worker/module-pool.ts";
import { startWorker, type TransformWorker, type WorkerOptions } from "../worker/start-worker.ts";
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

/** Whatever a module computes comes after the server that answers requests. */
const PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL;

/** A module that hung, crashed or filled its memory once may do it again: the others come before it. */
const PRIORITY_AFTER_FAILURE = constants.priority.PRIORITY_LOW;

export function createWorkerHost(options: WorkerHostOptions): ModuleHost {
  const { module, main, registry, memoryMb, workers } = options;
  const retired = new WeakSet<TransformWorker>();
  let priority = PRIORITY;
  const start = (): TransformWorker => {
    const worker = startWorker({
      ...options,
      priority,
      script: main.ensureFile(),
      url: pathToFileURL(module.ensureFile()).href,
    });
    registry.add(worker, memoryMb);
    void worker.gone.then(() => {
      if (!retired.has(worker)) priority = PRIORITY_AFTER_FAILURE;
    });
    return worker;
  };
  const retire = (worker: TransformWorker, graceMs: number): void => {
    retired.add(worker);
    registry.retire(worker, graceMs);
  };
  return createModulePool({ start, retire, workers, idleMs: IDLE_MS });
}

// A built module → its functions, run in workers of its own.
import { constants } from "node:os";
import { pathToFileURL } from "node:url";
import type { TransformSettings } from "../config/transform-settings.ts";
import type { CachedScript } from "../modules/module-cache.ts";
import { createModulePool } from "../worker/module-pool.ts";
import { createOutputRelay, type WriteModuleOutput } from "../worker/output-relay.ts";
import { startWorker, type TransformWorker, type WorkerOptions } from "../worker/start-worker.ts";
import type { WorkerRegistry } from "../worker/worker-registry.ts";
import type { ModuleRunner } from "./module-runner.ts";

export interface WorkerRunnerOptions
  extends Pick<TransformSettings, "memoryMb" | "workers">,
    Pick<WorkerOptions, "env" | "loadTimeoutMs" | "onBackground"> {
  readonly module: CachedScript;
  /** As the operator wrote it; it stays the same when the script is another one. */
  readonly name: string;
  /** The script that every worker runs. */
  readonly main: CachedScript;
  readonly registry: WorkerRegistry;
  readonly output: WriteModuleOutput | "ignore";
}

/** Long enough to serve the burst that follows a burst. */
const IDLE_MS = 30_000;

/** Whatever a module computes comes after the server that answers requests. */
const PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL;

/** Of a module that keeps hanging, crashing or filling its memory: the others come before it. */
const PRIORITY_AFTER_LOSSES = constants.priority.PRIORITY_LOW;

/**
 * One odd event must not put a module behind all others: where the machine is never idle, that would
 * be as good as ending it.
 */
const LOSSES_WITHIN_MS = 60_000;

export function createWorkerRunner(options: WorkerRunnerOptions): ModuleRunner {
  const { module, name, main, registry, memoryMb, workers, output } = options;
  const relay =
    output === "ignore" ? undefined : createOutputRelay({ module: name, write: output });
  const retired = new WeakSet<TransformWorker>();
  let priority = PRIORITY;
  let lastLoss = Number.NEGATIVE_INFINITY;
  const start = (): TransformWorker => {
    const worker = startWorker({
      ...options,
      priority,
      relay,
      script: main.ensureFile(),
      url: pathToFileURL(module.ensureFile()).href,
    });
    registry.add(worker, memoryMb);
    void worker.gone.then(() => {
      if (retired.has(worker)) return;
      const now = performance.now();
      priority = now - lastLoss < LOSSES_WITHIN_MS ? PRIORITY_AFTER_LOSSES : PRIORITY;
      lastLoss = now;
    });
    return worker;
  };
  const retire = (worker: TransformWorker, graceMs: number): void => {
    retired.add(worker);
    registry.retire(worker, { graceMs, module: name, maxRetiring: workers });
  };
  return createModulePool({ start, retire, workers, idleMs: IDLE_MS });
}

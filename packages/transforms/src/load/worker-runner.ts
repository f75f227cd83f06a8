// A built module → a runner that calls its functions in workers of its own.
import { constants } from "node:os";
import { pathToFileURL } from "node:url";
import type { TransformSettings } from "../config/transform-settings.ts";
import type { CachedScript } from "../modules/module-cache.ts";
import { createModulePool } from "../worker/module-pool.ts";
import { createOutputRelay, type WriteModuleOutput } from "../worker/output-relay.ts";
import { startWorker, type TransformWorker, type WorkerOptions } from "../worker/start-worker.ts";
import type { WorkerRegistry } from "../worker/worker-registry.ts";
import type { ModuleRunner } from "./module-runner.ts";

interface WorkerRunnerOptions
  extends Pick<TransformSettings, "memoryMb" | "workers">,
    Pick<WorkerOptions, "env" | "loadTimeoutMs" | "onBackground"> {
  readonly module: CachedScript;
  /** As the operator wrote it. It stays the same when the module changes. */
  readonly name: string;
  /** The script that every worker runs. */
  readonly main: CachedScript;
  readonly registry: WorkerRegistry;
  readonly output: WriteModuleOutput | "ignore";
}

/** Long enough to serve the next burst of events. */
const IDLE_MS = 30_000;

/** Answering requests takes precedence over the modules. */
const PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL;

/** The priority of a module whose workers hang, crash or run out of memory: other modules come first. */
const PRIORITY_AFTER_LOSSES = constants.priority.PRIORITY_LOW;

/**
 * A module gets the low priority after two losses within this time. A single loss must not be enough: on
 * a machine that is never idle, the low priority amounts to a stop.
 */
const MAX_BETWEEN_LOSSES_MS = 60_000;

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
      priority = now - lastLoss < MAX_BETWEEN_LOSSES_MS ? PRIORITY_AFTER_LOSSES : PRIORITY;
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

// Every worker of a server → none that outlives it, eats its memory, or is forgotten.
import { createReaper } from "./create-reaper.ts";
import { residentMb } from "./resident-memory.ts";
import type { TransformWorker } from "./start-worker.ts";

export interface WorkerRegistry {
  readonly add: (worker: TransformWorker, memoryMb: number) => void;
  /** Lets the worker end by itself when all that its module left running is done, or after the grace. */
  readonly retire: (worker: TransformWorker, retirement: Retirement) => void;
  /** How many processes there are. */
  readonly count: () => number;
}

export interface Retirement {
  readonly graceMs: number;
  /** Whose worker it is. */
  readonly module: string;
  /**
   * How many of that module may be on their way out; the oldest goes at once. A poll every second never
   * ends by itself, and would make a process more with each reload.
   */
  readonly maxRetiring: number;
}

/** Fast enough for a loop that fills a gigabyte a second; reading one number takes 20 µs. */
const CHECK_EVERY_MS = 100;

export function createWorkerRegistry(): WorkerRegistry {
  const limits = new Map<TransformWorker, number>();
  const retiring = new Map<TransformWorker, string>();
  const reaper = createReaper();
  let checking: NodeJS.Timeout | undefined;

  const watch = (): void =>
    reaper.watch([...limits.keys()].flatMap(({ pid }) => (pid === undefined ? [] : [pid])));

  const killAll = (): void => {
    for (const worker of limits.keys()) worker.kill("was ended with the server");
  };
  const checkMemory = (): void => {
    for (const [worker, limitMb] of limits) {
      if (residentMb(worker.pid) > limitMb) {
        worker.kill(`needed more than ${limitMb} MB of memory in all, and its worker was ended`);
      }
    }
  };
  const remove = (worker: TransformWorker): void => {
    limits.delete(worker);
    retiring.delete(worker);
    watch();
    if (limits.size > 0) return;
    process.off("exit", killAll);
    clearInterval(checking);
  };

  return {
    count: () => limits.size,
    add: (worker, memoryMb) => {
      if (limits.size === 0) {
        process.on("exit", killAll);
        checking = setInterval(checkMemory, CHECK_EVERY_MS).unref();
      }
      limits.set(worker, totalLimitMb(memoryMb));
      watch();
      void worker.gone.then(() => remove(worker));
    },
    retire: (worker, { graceMs, module, maxRetiring }) => {
      retiring.set(worker, module);
      worker.retire();
      const timer = setTimeout(() => worker.kill("was ended after its time of grace"), graceMs);
      void worker.gone.then(() => clearTimeout(timer));
      const siblings = [...retiring.keys()].filter((other) => retiring.get(other) === module);
      for (const oldest of siblings.slice(0, -maxRetiring)) {
        // At once, not when it has gone: it must not be counted, or ended, a second time.
        retiring.delete(oldest);
        oldest.kill("was ended for a newer one");
      }
    },
  };
}

/** Node's own needs, and as much for buffers, which stand outside of the heap, as for the heap. */
function totalLimitMb(memoryMb: number): number {
  return 128 + 2 * memoryMb;
}

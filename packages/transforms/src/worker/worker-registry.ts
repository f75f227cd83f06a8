// Workers → a registry that limits their memory and ends them with the server.
import { readFileSync } from "node:fs";
import { createReaper } from "@hookwright/node-kit/programs";
import { system } from "@hookwright/node-kit/system";
import type { TransformWorker } from "./start-worker.ts";

export interface WorkerRegistry {
  readonly add: (worker: TransformWorker, memoryMb: number) => void;
  /** Lets the worker end after the background work of its module, at the latest after the grace period. */
  readonly retire: (worker: TransformWorker, retirement: Retirement) => void;
  /** The number of processes. */
  readonly count: () => number;
}

interface Retirement {
  readonly graceMs: number;
  /** The module of the worker. */
  readonly module: string;
  /**
   * The limit of retiring workers of that module; beyond it, the oldest is killed. A module that polls
   * every second never ends by itself, and would leave one more process after each reload.
   */
  readonly maxRetiring: number;
}

/** Fast enough for a loop that fills 1 GB/s; one check takes 20 µs per worker. */
const CHECK_EVERY_MS = 100;

export function createWorkerRegistry(): WorkerRegistry {
  const limits = new Map<TransformWorker, number>();
  const retiring = new Map<TransformWorker, string>();
  const reaper = createReaper();
  let checking: NodeJS.Timeout | undefined;

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
      const release = reaper.watch(worker.pid);
      void worker.gone.then(() => {
        release();
        remove(worker);
      });
    },
    retire: (worker, { graceMs, module, maxRetiring }) => {
      retiring.set(worker, module);
      worker.retire();
      const timer = setTimeout(() => worker.kill("was ended after its grace period"), graceMs);
      void worker.gone.then(() => clearTimeout(timer));
      const siblings = [...retiring.keys()].filter((other) => retiring.get(other) === module);
      for (const oldest of siblings.slice(0, -maxRetiring)) {
        // Deleted now, not when the process has ended, so that it is not counted or killed again.
        retiring.delete(oldest);
        oldest.kill("was replaced by a newer worker");
      }
    },
  };
}

/** 128 MB for Node, and as much for buffers, which are outside of the heap, as for the heap. */
function totalLimitMb(memoryMb: number): number {
  return 128 + 2 * memoryMb;
}

/** Resident memory, in megabytes. Only Linux reports it; otherwise, and after the end, it is 0. */
export function residentMb(pid: number | undefined): number {
  const path = pid === undefined ? undefined : system.procPath(pid, "status");
  if (path === undefined) return 0;
  try {
    const status = readFileSync(path, "latin1");
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
  } catch {
    return 0;
  }
}

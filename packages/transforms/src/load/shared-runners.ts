// Keys of built modules → runners, shared by all loads with the same key.
import type { ImportResult } from "../calls/call-result.ts";
import type { ModuleRunner } from "./module-runner.ts";

/** One load's use of a runner. */
interface RunnerUse {
  readonly runner: ModuleRunner;
  readonly imported: Promise<ImportResult>;
  /** The last release closes the runner. */
  readonly release: (graceMs: number) => Promise<void>;
}

export interface SharedRunners {
  readonly use: (key: string, create: () => ModuleRunner) => RunnerUse;
  /** Stops runners that have not closed after the grace period. */
  readonly closeAll: (graceMs: number) => Promise<void>;
}

interface SharedRunner {
  readonly runner: ModuleRunner;
  readonly imported: Promise<ImportResult>;
  users: number;
}

/** A module that did not change between two loads keeps its runner, with its workers and their memory. */
export function createSharedRunners(): SharedRunners {
  const shared = new Map<string, SharedRunner>();
  /** Includes runners that no load uses any more but that still have calls to answer. */
  const open = new Set<ModuleRunner>();

  const add = (key: string, runner: ModuleRunner): SharedRunner => {
    const entry = { runner, imported: runner.load(), users: 0 };
    shared.set(key, entry);
    open.add(runner);
    return entry;
  };
  const close = async (runner: ModuleRunner, graceMs: number): Promise<void> => {
    await runner.close(graceMs);
    open.delete(runner);
  };

  return {
    use: (key, create) => {
      const entry = shared.get(key) ?? add(key, create());
      entry.users += 1;
      let isUsed = true;
      const release = async (graceMs: number): Promise<void> => {
        if (isUsed) entry.users -= 1;
        isUsed = false;
        if (entry.users > 0) return;
        // A later load may have added another runner with the same key.
        if (shared.get(key) === entry) shared.delete(key);
        await close(entry.runner, graceMs);
      };
      return { runner: entry.runner, imported: entry.imported, release };
    },
    closeAll: async (graceMs) => {
      shared.clear();
      const timer = setTimeout(() => {
        for (const runner of open) runner.stop();
      }, graceMs);
      await Promise.all([...open].map((runner) => close(runner, graceMs)));
      clearTimeout(timer);
    },
  };
}

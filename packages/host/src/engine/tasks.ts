// Turns and sends of a loop that run in the background → their number, and a wait for all of them.
import type { EngineState } from "./state.ts";

interface Tasks {
  /** How many run now. */
  count(): number;
  /** `end` is called when the work has ended, before the loops look for what is due. */
  begin(work: Promise<void>, end: () => void): void;
  /** Resolves when the results of all that run now are stored. */
  settled(): Promise<void>;
}

export function createTasks(state: EngineState): Tasks {
  const open = new Set<Promise<void>>();
  return {
    count: () => open.size,
    begin: (work, end) => {
      const task = work.catch(state.reportDefect).finally(() => {
        end();
        open.delete(task);
        state.wake();
      });
      open.add(task);
    },
    settled: async () => {
      await Promise.all(open);
    },
  };
}

// A timer that fires when a test says so.
import type { Timer } from "@hookwright/core";

interface ManualTimer {
  readonly timer: Timer;
  readonly tasks: readonly { readonly task: () => void; readonly milliseconds: number }[];
}

export function createManualTimer(): ManualTimer {
  const tasks: { readonly task: () => void; readonly milliseconds: number }[] = [];
  return {
    tasks,
    timer: (task, milliseconds) => {
      const entry = { task, milliseconds };
      tasks.push(entry);
      return () => {
        if (tasks.includes(entry)) tasks.splice(tasks.indexOf(entry), 1);
      };
    },
  };
}

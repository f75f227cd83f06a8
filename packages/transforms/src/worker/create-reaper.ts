// The workers of this process → a shell that kills them, and what they started, when this process ends.
//
// A worker ends itself when its pipe closes, but not while its module is in an endless loop, and a server
// that is killed or crashes cannot end its workers. A waiting shell takes 1 MB. On a system without a
// shell, such as Windows, such a worker runs until the operator ends it.
import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";

export interface Reaper {
  /** Replaces the list of workers. */
  readonly watch: (pids: readonly number[]) => void;
}

/** Each line is the current list of groups. The input ends when the server ends. */
const SCRIPT = "while read -r line; do groups=$line; done; kill -s KILL -- $groups";

export function createReaper(): Reaper {
  let shell: ChildProcess | undefined;
  return {
    watch: (pids) => {
      shell ??= startShell();
      // A negative id names the group that the worker leads.
      shell.stdin?.write(`${pids.map((pid) => -pid).join(" ")}\n`);
      if (pids.length > 0) return;
      shell.stdin?.end();
      shell = undefined;
    },
  };
}

/** The shell has its own process group, because Ctrl-C in the terminal must not end it. */
function startShell(): ChildProcess {
  const shell = spawn("/bin/sh", ["-c", SCRIPT], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
    env: {},
  });
  shell.on("error", () => undefined).unref();
  shell.stdin?.on("error", () => undefined);
  (shell.stdin as Socket | null)?.unref();
  return shell;
}

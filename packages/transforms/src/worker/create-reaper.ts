// The workers of this process → a shell outside of it that ends them when it dies.
//
// A worker ends itself when its pipe closes, but not while its module computes without end; and whoever
// is killed, or falls over, can end nobody. A shell that waits takes 1 MB. Where there is none, as on
// Windows, such a worker goes on until someone ends it.
import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";

export interface Reaper {
  /** All workers that there are now. */
  readonly watch: (pids: readonly number[]) => void;
}

/** Each line is the list as it is now; the end of the input is the end of the server. */
const SCRIPT = "while read -r line; do pids=$line; done; kill -9 $pids";

export function createReaper(): Reaper {
  let shell: ChildProcess | undefined;
  return {
    watch: (pids) => {
      shell ??= startShell();
      shell.stdin?.write(`${pids.join(" ")}\n`);
      if (pids.length > 0) return;
      shell.stdin?.end();
      shell = undefined;
    },
  };
}

/** In a group of its own: Ctrl-C is for the server, and must not end the one who waits for its end. */
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

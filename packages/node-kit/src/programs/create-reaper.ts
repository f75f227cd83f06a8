// The programs of this process → a shell that kills them, and their children, when this process ends.
//
// A process that crashes or is killed cannot end its programs. A waiting shell
// takes 1 MB. On a system without a shell, such as Windows, such a program runs until it ends by itself.
import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";

export interface Reaper {
  /** Adds a process that leads a group. The returned function removes it. */
  readonly watch: (pid: number | undefined) => () => void;
}

/** Each line is the current list of groups. The input ends when this process ends. */
const SCRIPT = "while read -r line; do groups=$line; done; kill -s KILL -- $groups";

export function createReaper(): Reaper {
  const pids = new Set<number>();
  let shell: ChildProcess | undefined;

  const tell = (): void => {
    shell ??= startShell();
    // A negative id names the group that the process leads.
    shell.stdin?.write(`${[...pids].map((pid) => -pid).join(" ")}\n`);
    if (pids.size > 0) return;
    shell.stdin?.end();
    shell = undefined;
  };

  return {
    watch: (pid) => {
      if (pid === undefined) return () => undefined;
      pids.add(pid);
      tell();
      return () => {
        if (pids.delete(pid)) tell();
      };
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

// A program, its input and its environment → the lines of its output, and how it ended.
import { type ChildProcess, spawn } from "node:child_process";
import type { Timer } from "@hookwright/core";

export type ChildEnd =
  | { readonly kind: "not_started"; readonly code: string }
  | { readonly kind: "exited"; readonly status: number | null };

export interface ChildOptions {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input: string;
  readonly signal: AbortSignal;
  readonly timer: Timer;
  readonly onOutput: (text: string) => void;
  readonly onError: (text: string) => void;
}

/** TIM-2: between SIGTERM and SIGKILL. */
const GRACE_MS = 5_000;

/** What a child leaves behind may hold its output open. */
const OUTPUT_GRACE_MS = 1_000;

/** Without a shell, so that nothing is a command; in a process group of its own. Never rejects. */
export function runChild(options: ChildOptions): Promise<ChildEnd> {
  const { argv, cwd, env, input, signal, timer, onOutput, onError } = options;
  const [program, ...args] = argv;
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, detached: true, windowsHide: true });
    const cancels: (() => void)[] = [];
    const stop = (): void => {
      killGroup(child, "SIGTERM");
      cancels.push(timer(() => killGroup(child, "SIGKILL"), GRACE_MS));
    };
    const end = (result: ChildEnd): void => {
      for (const cancel of cancels) cancel();
      signal.removeEventListener("abort", stop);
      child.stdout.destroy();
      child.stderr.destroy();
      resolve(result);
    };
    child.once("error", ({ code = "ENOENT" }: NodeJS.ErrnoException) => {
      end({ kind: "not_started", code });
    });
    child.stdout.setEncoding("utf8").on("data", onOutput);
    child.stderr.setEncoding("utf8").on("data", onError);
    // Not every program reads what it is given.
    child.stdin.on("error", () => undefined).end(input);
    child.once("exit", (status) => {
      // TIM-2: nothing of a turn that is over may start anything.
      killGroup(child, "SIGKILL");
      cancels.push(timer(() => end({ kind: "exited", status }), OUTPUT_GRACE_MS));
    });
    child.once("close", (status) => end({ kind: "exited", status }));
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
  });
}

/** The group outlives its leader while one of its children runs. */
function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // Nothing is left of it.
  }
}

// A program, its input and its environment → how it ended.
import { type ChildProcess, spawn } from "node:child_process";
import type { Timer } from "@hookwright/core";

export type CommandEnd =
  | { readonly kind: "not_started"; readonly code: string }
  /** By the signal of the caller. */
  | { readonly kind: "stopped"; readonly reason: "timeout" | "aborted" }
  /** By a signal from elsewhere. */
  | { readonly kind: "killed" }
  /** `output` is its last line of output. */
  | { readonly kind: "exited"; readonly status: number; readonly output: string };

export interface CommandOptions {
  readonly input: string;
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly timer: Timer;
}

/** An id is short; nobody reads the rest. */
const MAX_OUTPUT_CHARACTERS = 4096;
const MAX_ID_CHARACTERS = 200;

/** Between SIGTERM and SIGKILL. */
const GRACE_MS = 5000;

/** What a child leaves behind may hold its output open. */
const OUTPUT_GRACE_MS = 1000;

/** Without a shell, so that nothing in a text is a command; in a process group of its own. */
export function runCommand(
  [program, ...args]: readonly [string, ...string[]],
  { input, env, signal, timer }: CommandOptions,
): Promise<CommandEnd> {
  if (signal.aborted) return Promise.resolve({ kind: "not_started", code: "EAGAIN" });
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      env,
      detached: true,
      stdio: ["pipe", "pipe", "ignore"],
      windowsHide: true,
    });
    let output = "";
    let stopped: "timeout" | "aborted" | undefined;
    const cancels: (() => void)[] = [];
    const stop = (): void => {
      stopped = signal.reason === "timeout" ? "timeout" : "aborted";
      killGroup(child, "SIGTERM");
      cancels.push(timer(() => killGroup(child, "SIGKILL"), GRACE_MS));
    };
    const end = (result: CommandEnd): void => {
      for (const cancel of cancels) cancel();
      signal.removeEventListener("abort", stop);
      child.stdout?.destroy();
      resolve(result);
    };
    const endOf = (status: number | null): CommandEnd => {
      if (stopped !== undefined) return { kind: "stopped", reason: stopped };
      return status === null
        ? { kind: "killed" }
        : { kind: "exited", status, output: lastLine(output) };
    };
    signal.addEventListener("abort", stop, { once: true });
    child.once("error", (error: NodeJS.ErrnoException) => {
      end({ kind: "not_started", code: error.code ?? "ENOENT" });
    });
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-MAX_OUTPUT_CHARACTERS);
    });
    // Not every program reads what it is given.
    child.stdin?.on("error", ignore).end(input);
    child.once("exit", (status) => {
      // The timer of SIGKILL ends with this call.
      killGroup(child, stopped === undefined ? "SIGTERM" : "SIGKILL");
      cancels.push(timer(() => end(endOf(status)), OUTPUT_GRACE_MS));
    });
    child.once("close", (status) => end(endOf(status)));
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

function lastLine(output: string): string {
  const line = output.trimEnd().split("\n").at(-1) ?? "";
  return line
    .replace(/\p{Cc}/gu, "")
    .trim()
    .slice(0, MAX_ID_CHARACTERS);
}

function ignore(): undefined {
  return undefined;
}

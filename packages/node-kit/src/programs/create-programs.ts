// Programs, their input and their environment → their output and how they ended. No program outlives this process.
import { ChildProcess, spawn } from "node:child_process";
import { system } from "../system.ts";
import { createReaper } from "./create-reaper.ts";
import { killGroup } from "./groups.ts";
import { recordProgram } from "./left-programs.ts";

export type ProgramEnd =
  /** `code` is that of the system: ENOENT, EACCES, EAGAIN. */
  | { readonly kind: "not_started"; readonly code: string }
  /** `status` is null if a signal ended it. */
  | { readonly kind: "exited"; readonly status: number | null };

export interface ProgramOptions {
  readonly argv: readonly [string, ...string[]];
  /** Default: the folder of this process. */
  readonly cwd?: string;
  /** The whole environment of the program. */
  readonly env: Readonly<Record<string, string>>;
  /** Written to standard input. */
  readonly input: string;
  /** The purpose of the program, which `endLeftPrograms` reports. */
  readonly label: string;
  /** Ends the program: SIGTERM for its group, and after a grace period SIGKILL. */
  readonly signal: AbortSignal;
  readonly timer: (task: () => void, milliseconds: number) => () => void;
  readonly onOutput: (text: string) => void;
  /** Absent: errors are ignored. */
  readonly onError?: (text: string) => void;
}

interface ProgramsOptions {
  /** The folder for notes of running programs; created if it is missing. Absent: no notes. */
  readonly folder?: string | undefined;
}

export interface Programs {
  /** Never rejects. Starts nothing if the signal has fired: `not_started`, ECANCELED. */
  run(options: ProgramOptions): Promise<ProgramEnd>;
}

/** The time between SIGTERM and SIGKILL. */
const GRACE_MS = 5_000;

/** Children of an ended program may hold its output open. */
const OUTPUT_GRACE_MS = 1_000;

export function createPrograms({ folder }: ProgramsOptions = {}): Programs {
  const reaper = createReaper();

  return {
    run: (options) => {
      const { input, label, signal, timer, onOutput, onError } = options;
      if (signal.aborted) return Promise.resolve({ kind: "not_started", code: "ECANCELED" });
      return new Promise((resolve) => {
        const record = recordProgram(folder, label);
        const child = start(options, record.variables);
        if (!(child instanceof ChildProcess)) {
          record.ended();
          resolve({ kind: "not_started", code: child.code ?? "ENOENT" });
          return;
        }
        // First of all: if this process is killed before, the program reads an empty input. Not every program reads it.
        child.stdin?.on("error", () => undefined).end(input);
        const release = reaper.watch(child.pid);
        record.started(child.pid);
        const cancels: (() => void)[] = [];
        const stop = (): void => {
          signalProgram(child, "SIGTERM");
          cancels.push(timer(() => signalProgram(child, "SIGKILL"), GRACE_MS));
        };
        const end = (result: ProgramEnd): void => {
          for (const cancel of cancels) cancel();
          signal.removeEventListener("abort", stop);
          child.stdout?.destroy();
          child.stderr?.destroy();
          resolve(result);
        };
        child.once("error", ({ code = "ENOENT" }: NodeJS.ErrnoException) => {
          release();
          record.ended();
          end({ kind: "not_started", code });
        });
        child.stdout?.setEncoding("utf8").on("data", onOutput);
        if (onError !== undefined) child.stderr?.setEncoding("utf8").on("data", onError);
        child.once("exit", (status) => {
          // At once: an ended program must not start anything, and another group may get this id later.
          killGroup(child.pid);
          release();
          record.ended();
          cancels.push(timer(() => end({ kind: "exited", status }), OUTPUT_GRACE_MS));
        });
        child.once("close", (status) => end({ kind: "exited", status }));
        signal.addEventListener("abort", stop, { once: true });
      });
    },
  };
}

/**
 * Without a shell, so that no text is run as a command; it leads its own process group. Some failures throw at once.
 */
function start(
  { argv, cwd, env, onError }: ProgramOptions,
  variables: Readonly<Record<string, string>>,
): ChildProcess | NodeJS.ErrnoException {
  const [program, ...args] = argv;
  try {
    return spawn(program, args, {
      ...(cwd !== undefined && { cwd }),
      env: { ...env, ...variables },
      detached: true,
      stdio: ["pipe", "pipe", onError === undefined ? "ignore" : "pipe"],
      windowsHide: true,
    });
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}

/** The group outlives its leader while one of its children runs. */
function signalProgram(child: ChildProcess, signal: NodeJS.Signals): void {
  if (system.hasGroups) killGroup(child.pid, signal);
  else child.kill(signal);
}

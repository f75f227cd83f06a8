// A script and its limits → a process and a pipe to it that carries lines. Never throws.
import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";
import { setPriority } from "node:os";
import { HAS_GROUPS, killGroup } from "@hookwright/node-kit/groups";
import type { Environment } from "../config/transform-env.ts";
import { createLineReader } from "./line-reader.ts";
import type { OutputRelay } from "./output-relay.ts";

export interface SpawnOptions {
  readonly script: string;
  readonly env: Environment;
  /** The limit of the JavaScript heap. */
  readonly memoryMb: number;
  /** The priority of the process, as `os.setPriority` takes it. */
  readonly priority: number;
  /** Gets what the process prints. If undefined, its output is ignored. */
  readonly relay: OutputRelay | undefined;
  readonly onLine: (line: string) => void;
  /** Called once, when the process has ended, its lines have been read, and its pipes are closed. */
  readonly onEnd: (reason: string) => void;
}

export interface WorkerChild {
  readonly pid: number | undefined;
  readonly send: (line: string) => void;
  /** Ends the process, and those that it has started, at once. The first reason counts. */
  readonly kill: (reason: string) => void;
  /** Whether the process was killed or has ended. Lines may still arrive for a moment. */
  readonly isDying: () => boolean;
}

/** A result has at most 1 MiB of JSON, so a longer line was written by the module. */
const MAX_LINE_CHARS = 4 * 1024 * 1024;

/**
 * The last lines of a worker hold its answer, and its last output tells why it ended. Both arrive within
 * this time. Attack: a process outside of the group may keep the pipes open for ever.
 */
const MAX_LAST_DATA_MS = 100;

export function spawnWorker(options: SpawnOptions): WorkerChild {
  let reason: string | undefined;
  const { memoryMb, relay, onEnd } = options;
  const child = startProcess(options);
  if (child instanceof Error) {
    queueMicrotask(() => onEnd(`could not get a worker: ${child.message}`));
    return { pid: undefined, send: () => undefined, kill: () => undefined, isDying: () => true };
  }
  const kill = (why: string): void => {
    reason ??= why;
    killGroup(child.pid);
    // A module may have left the group, with a compiled add-on. On Windows there is none.
    child.kill("SIGKILL");
    // Keeps the server alive until the process has ended, because a close may wait for that.
    child.ref();
    socket.ref();
  };
  const socket = child.stdio[3] as Socket;
  const read = createLineReader({
    onLine: options.onLine,
    maxChars: MAX_LINE_CHARS,
    onTooLong: () => kill("sent a message that is too long"),
  });
  // An error of the pipe is ignored, because the exit of the process is reported.
  socket
    .setEncoding("utf8")
    .on("data", read)
    .on("error", () => undefined);
  // The timers of calls in progress keep the server alive; idle workers must not.
  child.unref();
  socket.unref();
  const ended = new Promise<string>((resolve) => {
    const end = (why: string): void => {
      reason ??= why;
      // At once: later, another group may have this id.
      killGroup(child.pid);
      resolve(reason);
    };
    child.once("exit", (code, signal) => end(describeExit(code, signal, memoryMb)));
    child.once("error", ({ message }) => end(`could not get a worker: ${message}`));
  });
  const output = [child.stdout, child.stderr].filter((stream) => stream !== null) as Socket[];
  for (const stream of output) relay?.read(stream.unref(), child.pid as number);
  const pipes = [socket, ...output];
  const closed = Promise.all(
    pipes.map((pipe) => new Promise((resolve) => pipe.once("close", resolve))),
  );
  void ended.then(async (why) => {
    await within(MAX_LAST_DATA_MS, closed);
    for (const pipe of pipes) pipe.destroy();
    onEnd(why);
  });
  return {
    pid: child.pid,
    send: (line) => socket.write(`${line}\n`),
    kill,
    isDying: () => reason !== undefined,
  };
}

/**
 * Resolves when the promise does, or after the time. A thread that was busy for that time has not read the
 * pipes yet: it does so before it calls what `setImmediate` has noted.
 */
async function within(ms: number, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => setImmediate(resolve), ms);
  });
  await Promise.race([promise, late]);
  clearTimeout(timer);
}

/** Some failures of a start throw at once, others emit an event later. */
function startProcess(options: SpawnOptions): ChildProcess | Error {
  const { script, env, memoryMb, priority, relay } = options;
  const output = relay === undefined ? "ignore" : "pipe";
  try {
    const flags = [`--max-old-space-size=${memoryMb}`, "--enable-source-maps"];
    const child = spawn(process.execPath, [...flags, script], {
      env,
      stdio: ["ignore", output, output, "overlapped"],
      windowsHide: true,
      // The worker leads a process group, which is ended with it.
      detached: HAS_GROUPS,
    });
    lowerPriority(child.pid, priority);
    return child;
  } catch (error) {
    return error as Error;
  }
}

/** Set at once, because the start itself takes CPU time. */
function lowerPriority(pid: number | undefined, priority: number): void {
  try {
    setPriority(pid as number, priority);
  } catch {
    // Either the process did not start, which is reported elsewhere, or the system does not allow it.
  }
}

/** Node aborts when its heap is full. A kill by the server has set a reason before. */
function describeExit(code: number | null, signal: string | null, memoryMb: number): string {
  if (signal === null) return `ended its worker with exit code ${code}`;
  return `ended its worker by ${signal}; it probably needed more memory than ${memoryMb} MB`;
}

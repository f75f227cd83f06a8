// A script and its limits → a process with a pipe of lines to it. Throws nothing.
import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";
import { setPriority } from "node:os";
import type { Environment } from "../config/transform-env.ts";
import { createLineReader } from "./line-reader.ts";
import type { OutputRelay } from "./output-relay.ts";

export interface SpawnOptions {
  readonly script: string;
  readonly env: Environment;
  /** Of the JavaScript heap. */
  readonly memoryMb: number;
  /** Of the process, as the system counts it. */
  readonly priority: number;
  /** Gets what the process prints; without it, that goes nowhere. */
  readonly relay: OutputRelay | undefined;
  readonly onLine: (line: string) => void;
  /** Once, when the process has ended and all its lines have been read. */
  readonly onEnd: (reason: string) => void;
}

export interface WorkerChild {
  readonly pid: number | undefined;
  readonly send: (line: string) => void;
  /** Ends the process at once. The first reason counts. */
  readonly kill: (reason: string) => void;
  /** Whether it has been killed, or has ended by itself; lines may still come for a moment. */
  readonly isDying: () => boolean;
}

/** A result has at most 1 MiB of JSON; what is longer does not come from our side of the pipe. */
const MAX_LINE_CHARS = 4 * 1024 * 1024;

/** What a worker printed last tells why it ended. A process that it started may keep the pipe open. */
const UNTIL_READ_MS = 100;

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
    child.kill("SIGKILL");
    // Whoever waits for the end must live to see it.
    child.ref();
    socket.ref();
  };
  const socket = child.stdio[3] as Socket;
  const read = createLineReader({
    onLine: options.onLine,
    maxChars: MAX_LINE_CHARS,
    onTooLong: () => kill("sent a message that is too long"),
  });
  // A closed pipe says nothing that the end of the process does not say better.
  socket
    .setEncoding("utf8")
    .on("data", read)
    .on("error", () => undefined);
  // Events in flight keep the server's process alive by their time limits, idle workers do not.
  child.unref();
  socket.unref();
  const ended = new Promise<string>((resolve) => {
    const end = (why: string): void => {
      reason ??= why;
      resolve(reason);
    };
    child.once("exit", (code, signal) => end(describeExit(code, signal, memoryMb)));
    child.once("error", ({ message }) => end(`could not get a worker: ${message}`));
  });
  const closed = new Promise((resolve) => socket.once("close", resolve));
  const printed = relayOutput(child, relay);
  void Promise.all([ended, closed]).then(async ([why]) => {
    await within(UNTIL_READ_MS, printed);
    onEnd(why);
  });
  return {
    pid: child.pid,
    send: (line) => socket.write(`${line}\n`),
    kill,
    isDying: () => reason !== undefined,
  };
}

/** Resolves when all that the process printed has been read. */
function relayOutput(child: ChildProcess, relay: OutputRelay | undefined): Promise<unknown> {
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null) as Socket[];
  return Promise.all(
    streams.map((stream) => {
      relay?.read(stream.unref(), child.pid as number);
      return new Promise((resolve) => stream.once("close", resolve));
    }),
  );
}

/** Resolves with the promise, and after the time at the latest. */
async function within(ms: number, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([promise, late]);
  clearTimeout(timer);
}

/** Whether a start fails at once or a moment later depends on what the system lacks. */
function startProcess(options: SpawnOptions): ChildProcess | Error {
  const { script, env, memoryMb, priority, relay } = options;
  const output = relay === undefined ? "ignore" : "pipe";
  try {
    const flags = [`--max-old-space-size=${memoryMb}`, "--enable-source-maps"];
    const child = spawn(process.execPath, [...flags, script], {
      env,
      stdio: ["ignore", output, output, "overlapped"],
      windowsHide: true,
    });
    giveWay(child.pid, priority);
    return child;
  } catch (error) {
    return error as Error;
  }
}

/** From the start, which takes processor time itself. */
function giveWay(pid: number | undefined, priority: number): void {
  try {
    setPriority(pid as number, priority);
  } catch {
    // It did not start, which is told elsewhere; or the system does not allow it, which only costs time.
  }
}

/** Node aborts when its heap is full. A signal of our own has a reason of its own. */
function describeExit(code: number | null, signal: string | null, memoryMb: number): string {
  if (signal === null) return `ended its worker with exit code ${code}`;
  return `ended its worker by ${signal}; most often that means that it needed more memory than ${memoryMb} MB`;
}

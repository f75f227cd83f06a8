// A module's script → a worker that loads it and serves one call at a time.
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { setPriority } from "node:os";
import { killGroup } from "@hookwright/node-kit/groups";
import { system } from "@hookwright/node-kit/system";
import type { ExportCall } from "../calls/call-export.ts";
import type { CallResult, ImportResult, ThrownDescription } from "../calls/call-result.ts";
import type { Environment } from "../config/transform-settings.ts";
import type { OutputRelay } from "./output-relay.ts";
import type { MessageFromWorker, MessageToWorker } from "./read-message.ts";
import { createLineReader, readMessage } from "./read-message.ts";

export interface WorkerOptions extends Omit<SpawnOptions, "onLine" | "onEnd"> {
  /** The module, as a file: URL. */
  readonly url: string;
  /** Limit of the module's top level, in milliseconds. */
  readonly loadTimeoutMs: number;
  /** Called when background work of the module fails. */
  readonly onBackground: (thrown: ThrownDescription) => void;
}

/** A call whose context is JSON text, without `body`. */
export interface CallText extends Omit<ExportCall, "context"> {
  readonly context: string;
}

type WorkerAnswer =
  | CallResult
  /** `taken`: whether the module may have begun. If false, another worker can take the call. */
  | { readonly kind: "gone"; readonly taken: boolean; readonly reason: string };

export interface TransformWorker {
  readonly pid: number | undefined;
  readonly loaded: Promise<ImportResult>;
  /** Resolves with the reason when the process has ended. */
  readonly gone: Promise<string>;
  /** Must not be called before the previous call has been answered. Never rejects. */
  readonly call: (call: CallText) => Promise<WorkerAnswer>;
  /** Ends the worker when the background work of the module has ended. */
  readonly retire: () => void;
  readonly kill: (reason: string) => void;
}

/**
 * Background work of earlier events can block a worker. After 2 s, an event with the default limit of 10 s
 * still has enough time for another worker, and a slow machine has had enough time to begin.
 */
const MAX_UNTIL_TAKEN_MS = 2_000;

interface Current {
  readonly id: string;
  readonly resolve: (answer: WorkerAnswer) => void;
  readonly untilTaken: NodeJS.Timeout;
  taken: boolean;
}

export function startWorker(options: WorkerOptions): TransformWorker {
  const { url, loadTimeoutMs } = options;
  const imported = createDeferred<ImportResult>();
  const ending = createDeferred<string>();
  let current: Current | undefined;

  const receive = (message: MessageFromWorker): void => {
    if (message.kind === "loaded") {
      imported.resolve({ ok: true, exports: message.exports });
    } else if (message.kind === "unloadable") {
      imported.resolve({ ok: false, outcome: { kind: "threw", thrown: message.thrown } });
    } else if (message.kind === "background") {
      options.onBackground(message.thrown);
    } else if (message.id === current?.id) {
      // A message with another id than the call in progress is ignored.
      clearTimeout(current.untilTaken);
      if (message.kind === "taken") current.taken = true;
      else settle(message.outcome);
    }
  };

  const settle = (answer: WorkerAnswer): void => {
    const settled = current;
    current = undefined;
    settled?.resolve(answer);
  };

  const child = spawnWorker({
    ...options,
    onLine: (line) => {
      const message = readMessage(line);
      if (message === undefined) child.kill("sent a line that is not a message");
      else receive(message);
    },
    onEnd: (reason) => {
      clearTimeout(loadTimer);
      clearTimeout(current?.untilTaken);
      imported.resolve({ ok: false, outcome: { kind: "failed", reason } });
      settle({ kind: "gone", taken: current?.taken ?? false, reason });
      ending.resolve(reason);
    },
  });
  const send = (message: Exclude<MessageToWorker, { kind: "call" }>): void =>
    child.send(JSON.stringify(message));
  const loadTimer = setTimeout(() => {
    child.kill(`was not loaded within ${loadTimeoutMs} ms`);
  }, loadTimeoutMs);
  void imported.promise.then(() => clearTimeout(loadTimer));
  send({ kind: "load", url });

  return {
    pid: child.pid,
    loaded: imported.promise,
    gone: ending.promise,
    kill: child.kill,
    retire: () => send({ kind: "retire" }),
    call: async (call) => {
      // A worker that is about to end must not begin a call.
      if (child.isDying()) return { kind: "gone", taken: false, reason: await ending.promise };
      return new Promise((resolve) => {
        const id = randomUUID();
        const untilTaken = setTimeout(() => {
          child.kill("was blocked by background work of earlier events");
        }, MAX_UNTIL_TAKEN_MS);
        const { signal } = call;
        const abort = (): void => send({ kind: "abort", id, reason: String(signal?.reason) });
        const end = (answer: WorkerAnswer): void => {
          signal?.removeEventListener("abort", abort);
          resolve(answer);
        };
        current = { id, resolve: end, untilTaken, taken: false };
        child.send(callToLine(id, call));
        if (signal?.aborted) abort();
        signal?.addEventListener("abort", abort, { once: true });
      });
    },
  };
}

/** The context is JSON text already, so it is not serialised a second time. */
function callToLine(id: string, { path, timeoutMs, context, signal }: CallText): string {
  const abortable = signal !== undefined || undefined;
  const message = { kind: "call", id, path, timeoutMs, abortable } as const;
  return `${JSON.stringify(message).slice(0, -1)},"context":${context}}`;
}

interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
}

function createDeferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

interface SpawnOptions {
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

interface WorkerChild {
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

/** A script and its limits → a process and a pipe to it that carries lines. Never throws. */
function spawnWorker(options: SpawnOptions): WorkerChild {
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
      detached: system.hasGroups,
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

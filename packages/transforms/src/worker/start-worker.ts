// A module's script → a worker that loads it and serves one call at a time.
import { randomUUID } from "node:crypto";
import type { ExportCall } from "../calls/call-export.ts";
import type { CallResult, ImportResult, ThrownDescription } from "../calls/call-result.ts";
import type { MessageFromWorker, MessageToWorker } from "./messages.ts";
import { readMessage } from "./read-message.ts";
import { type SpawnOptions, spawnWorker } from "./spawn-worker.ts";

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

export type WorkerAnswer =
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
        current = { id, resolve, untilTaken, taken: false };
        child.send(callToLine(id, call));
      });
    },
  };
}

/** The context is JSON text already, so it is not serialised a second time. */
function callToLine(id: string, { path, timeoutMs, context }: CallText): string {
  const message = { kind: "call", id, path, timeoutMs } as const;
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

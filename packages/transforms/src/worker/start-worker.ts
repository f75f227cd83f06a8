// A module's script → a worker that has loaded it and serves one call at a time.
import type { ExportCall } from "../calls/call-export.ts";
import type { CallResult, ImportResult, ThrownDescription } from "../calls/call-result.ts";
import { contextToText, TOO_DEEP } from "../calls/copy-context.ts";
import type { MessageFromWorker, MessageToWorker } from "./messages.ts";
import { readMessage } from "./read-message.ts";
import { type SpawnOptions, spawnWorker } from "./spawn-worker.ts";

export interface WorkerOptions extends Omit<SpawnOptions, "onLine" | "onEnd"> {
  /** The module, as a file: URL. */
  readonly url: string;
  /** For the module's top level, in milliseconds. */
  readonly loadTimeoutMs: number;
  /** What the module left running has failed. */
  readonly onBackground: (thrown: ThrownDescription) => void;
}

export type WorkerAnswer =
  | CallResult
  /** `taken`: whether the module may have begun; what it has not begun can be given to another worker. */
  | { readonly kind: "gone"; readonly taken: boolean; readonly reason: string };

export interface TransformWorker {
  readonly pid: number | undefined;
  readonly loaded: Promise<ImportResult>;
  /** Resolves with the reason when the process has ended. */
  readonly gone: Promise<string>;
  /** Not before the one before has been answered. Never rejects. */
  readonly call: (call: ExportCall) => Promise<WorkerAnswer>;
  /** End as soon as nothing that the module left running is left. */
  readonly retire: () => void;
  readonly kill: (reason: string) => void;
}

/**
 * What an event's predecessors left running can keep it from being begun; within the default limit it
 * then still has most of its time for another worker. A busy machine must not look like a busy worker.
 */
const UNTIL_TAKEN_MS = 2_000;

interface Current {
  readonly id: number;
  readonly resolve: (answer: WorkerAnswer) => void;
  readonly untilTaken: NodeJS.Timeout;
  taken: boolean;
}

export function startWorker(options: WorkerOptions): TransformWorker {
  const { url, loadTimeoutMs } = options;
  const imported = createDeferred<ImportResult>();
  const ending = createDeferred<string>();
  let current: Current | undefined;
  let calls = 0;

  const receive = (message: MessageFromWorker): void => {
    if (message.kind === "loaded") {
      imported.resolve({ ok: true, exports: message.exports });
    } else if (message.kind === "unloadable") {
      imported.resolve({ ok: false, outcome: { kind: "threw", thrown: message.thrown } });
    } else if (message.kind === "background") {
      options.onBackground(message.thrown);
    } else if (message.id === current?.id) {
      // A message without the number of the call in progress answers nothing.
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
      if (message === undefined) child.kill("sent what is no message");
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
      // In the moment that it has left, it must not begin what it cannot end.
      if (child.isDying()) return { kind: "gone", taken: false, reason: await ending.promise };
      const context = contextToText(call.context);
      if (context === undefined) return { kind: "failed", reason: TOO_DEEP };
      return new Promise((resolve) => {
        calls += 1;
        const untilTaken = setTimeout(() => {
          child.kill("was kept from starting by what earlier events left running");
        }, UNTIL_TAKEN_MS);
        current = { id: calls, resolve, untilTaken, taken: false };
        child.send(callToLine(calls, call, context));
      });
    },
  };
}

/** The context is JSON text already: it is not written a second time. */
function callToLine(id: number, { path, timeoutMs }: ExportCall, context: string): string {
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

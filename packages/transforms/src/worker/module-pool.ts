// A built module → a runner that calls its functions in workers of its own, one call each at a time.
//
// Why a module has workers of its own, and a worker one call at a time: docs/decisions/0008-transform-workers.md.

import { constants } from "node:os";
import { pathToFileURL } from "node:url";
import type { CallResult } from "../calls/call-result.ts";
import { contextToText, TOO_DEEP } from "../calls/copy-context.ts";
import type { TransformSettings } from "../config/transform-settings.ts";
import type { ModuleRunner } from "../load/module-runner.ts";
import type { CachedScript } from "../modules/module-cache.ts";
import { createOutputRelay, type WriteModuleOutput } from "./output-relay.ts";
import {
  type CallText,
  startWorker,
  type TransformWorker,
  type WorkerOptions,
} from "./start-worker.ts";
import { createWaitingCall, failed, overloaded, type WaitingCall } from "./waiting-call.ts";
import type { WorkerRegistry } from "./worker-registry.ts";

interface PoolOptions {
  readonly start: () => TransformWorker;
  /** Lets an unneeded worker end. */
  readonly retire: (worker: TransformWorker, graceMs: number) => void;
  readonly workers: number;
  /** A worker other than the first is retired after this time without a call. */
  readonly idleMs: number;
}

interface Slot {
  readonly worker: TransformWorker;
  state: "starting" | "idle" | "busy";
  idle?: NodeJS.Timeout | undefined;
}

/** A start costs 60 ms of CPU time, so two quick events at once must not start a second worker. */
const GROW_AFTER_MS = 20;

/** For the background work of an idle worker. */
const RETIRE_GRACE_MS = 60_000;

const STOPPED = "was ended with the server";

/** A function that heeds its signal ends at once; this is for its last words. */
const ABORT_GRACE_MS = 5_000;

const ABORTED = "was aborted before it began";

const STUCK = `did not end within ${ABORT_GRACE_MS} ms of its signal, and its worker was ended`;

/** A call settles within its time limit, which includes the time of waiting. */
export function createModulePool(options: PoolOptions): ModuleRunner {
  const slots: Slot[] = [];
  const waiting = createCallQueue<Slot>();
  const retired = new Set<TransformWorker>();
  let growing = false;
  let closing: { readonly graceMs: number } | undefined;
  let stopped = false;

  const start = (): Slot => {
    const slot: Slot = { worker: options.start(), state: "starting" };
    slots.push(slot);
    void slot.worker.loaded.then((imported) => {
      if (imported.ok) slot.state = "idle";
      else abandon(slot, imported.outcome);
      assignCalls();
    });
    void slot.worker.gone.then(() => {
      drop(slot);
      assignCalls();
    });
    return slot;
  };

  /** If no worker is left, each failed start fails one call; otherwise starts would repeat for ever. */
  const abandon = (slot: Slot, outcome: CallResult): void => {
    slot.worker.kill("could not load the module");
    drop(slot);
    if (slots.length === 0) waiting.takeFirst()?.settle(outcome);
  };

  const drop = (slot: Slot): void => {
    clearTimeout(slot.idle);
    const index = slots.indexOf(slot);
    if (index !== -1) slots.splice(index, 1);
  };

  const assignCalls = (): void => {
    for (const slot of slots.filter(({ state }) => state === "idle")) {
      const next = waiting.takeFirst();
      if (next === undefined) retireWhenIdle(slot);
      else void serve(slot, next);
    }
    if (waiting.length() > 0) grow();
  };

  const serve = async (slot: Slot, event: WaitingCall<Slot>): Promise<void> => {
    clearTimeout(slot.idle);
    slot.idle = undefined;
    slot.state = "busy";
    event.slot = slot;
    const answer = await slot.worker.call(event.call);
    if (answer.kind !== "gone") {
      event.settle(answer);
      slot.state = "idle";
      assignCalls();
    } else if (answer.taken || event.isSettled() || stopped) {
      event.settle(failed(answer.reason));
    } else {
      // The module has not begun this call, so another worker can take it.
      event.slot = undefined;
      waiting.putBack(event);
      assignCalls();
    }
  };

  /** The first worker stays, because it has most of what a module remembers between events. */
  const retireWhenIdle = (slot: Slot): void => {
    if (closing !== undefined) {
      retire(slot, closing.graceMs);
      return;
    }
    slot.idle ??= setTimeout(() => {
      slot.idle = undefined;
      if (slot !== slots[0]) retire(slot, RETIRE_GRACE_MS);
    }, options.idleMs).unref();
  };

  const retire = (slot: Slot, graceMs: number): void => {
    drop(slot);
    retired.add(slot.worker);
    void slot.worker.gone.then(() => retired.delete(slot.worker));
    options.retire(slot.worker, graceMs);
  };

  const grow = (): void => {
    if (slots.length === 0) start();
    if (slots.length >= options.workers || slots.some(({ state }) => state === "starting")) return;
    if (growing) return;
    growing = true;
    setTimeout(() => {
      growing = false;
      if (waiting.length() > 0) start();
    }, GROW_AFTER_MS);
  };

  const enqueue = (call: CallText): Promise<CallResult> =>
    new Promise((resolve) => {
      const { signal } = call;
      const onAbort = (): void => abort(event);
      const settle = (outcome: CallResult): void => {
        signal?.removeEventListener("abort", onAbort);
        resolve(outcome);
      };
      const event: WaitingCall<Slot> = createWaitingCall(call, settle, expire);
      const why = signal?.aborted ? ABORTED : waiting.add(event);
      if (why !== undefined) return event.settle(overloaded(why));
      signal?.addEventListener("abort", onAbort, { once: true });
      assignCalls();
    });

  const abort = (event: WaitingCall<Slot>): void => {
    if (event.slot === undefined) giveUp(event);
    else setTimeout(() => giveUp(event), ABORT_GRACE_MS).unref();
  };

  /** The worker that had the call when it was aborted may be lost, and the call may wait again. */
  const giveUp = (event: WaitingCall<Slot>): void => {
    if (event.isSettled()) return;
    if (event.slot === undefined) {
      waiting.remove(event);
      event.settle(overloaded(ABORTED));
    } else {
      event.settle(failed(STUCK));
      event.slot.worker.kill(STUCK);
    }
  };

  const expire = (event: WaitingCall<Slot>): void => {
    const { timeoutMs } = event.call;
    if (event.slot === undefined) {
      waiting.remove(event);
      event.settle(overloaded(`waited ${timeoutMs} ms for a worker`));
    } else {
      const reason = `did not answer within ${timeoutMs} ms, and its worker was ended`;
      event.settle(failed(reason));
      event.slot.worker.kill(reason);
    }
  };

  return {
    load: () => start().worker.loaded,
    call: (call) => {
      if (stopped) return Promise.resolve(failed(STOPPED));
      const context = contextToText(call.context);
      if (context === undefined) return Promise.resolve(failed(TOO_DEEP));
      return enqueue({ ...call, context });
    },
    close: async (graceMs) => {
      closing = { graceMs };
      for (const worker of retired) options.retire(worker, graceMs);
      assignCalls();
      while (slots.length + retired.size > 0) {
        await Promise.all(
          [...slots.map(({ worker }) => worker), ...retired].map(({ gone }) => gone),
        );
      }
    },
    stop: () => {
      stopped = true;
      for (let event = waiting.takeFirst(); event !== undefined; event = waiting.takeFirst()) {
        event.settle(failed(STOPPED));
      }
      for (const { worker } of slots) worker.kill(STOPPED);
      for (const worker of retired) worker.kill(STOPPED);
    },
  };
}

interface WorkerRunnerOptions
  extends Pick<TransformSettings, "memoryMb" | "workers">,
    Pick<WorkerOptions, "env" | "loadTimeoutMs" | "onBackground"> {
  readonly module: CachedScript;
  /** As the operator wrote it. It stays the same when the module changes. */
  readonly name: string;
  /** The script that every worker runs. */
  readonly main: CachedScript;
  readonly registry: WorkerRegistry;
  readonly output: WriteModuleOutput | "ignore";
}

/** Long enough to serve the next burst of events. */
const IDLE_MS = 30_000;

/** Answering requests takes precedence over the modules. */
const PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL;

/** The priority of a module whose workers hang, crash or run out of memory: other modules come first. */
const PRIORITY_AFTER_LOSSES = constants.priority.PRIORITY_LOW;

/**
 * A module gets the low priority after two losses within this time. A single loss must not be enough: on
 * a machine that is never idle, the low priority amounts to a stop.
 */
const MAX_BETWEEN_LOSSES_MS = 60_000;

export function createWorkerRunner(options: WorkerRunnerOptions): ModuleRunner {
  const { module, name, main, registry, memoryMb, workers, output } = options;
  const relay =
    output === "ignore" ? undefined : createOutputRelay({ module: name, write: output });
  const retired = new WeakSet<TransformWorker>();
  let priority = PRIORITY;
  let lastLoss = Number.NEGATIVE_INFINITY;
  const start = (): TransformWorker => {
    const worker = startWorker({
      ...options,
      priority,
      relay,
      script: main.ensureFile(),
      url: pathToFileURL(module.ensureFile()).href,
    });
    registry.add(worker, memoryMb);
    void worker.gone.then(() => {
      if (retired.has(worker)) return;
      const now = performance.now();
      priority = now - lastLoss < MAX_BETWEEN_LOSSES_MS ? PRIORITY_AFTER_LOSSES : PRIORITY;
      lastLoss = now;
    });
    return worker;
  };
  const retire = (worker: TransformWorker, graceMs: number): void => {
    retired.add(worker);
    registry.retire(worker, { graceMs, module: name, maxRetiring: workers });
  };
  return createModulePool({ start, retire, workers, idleMs: IDLE_MS });
}

interface CallQueue<Slot> {
  readonly length: () => number;
  /** Returns why there is no room for the call, or undefined when it is added. */
  readonly add: (call: WaitingCall<Slot>) => string | undefined;
  /** Puts a call back to the front. It was in the queue before, so it always has room. */
  readonly putBack: (call: WaitingCall<Slot>) => void;
  readonly takeFirst: () => WaitingCall<Slot> | undefined;
  readonly remove: (call: WaitingCall<Slot>) => void;
}

/** At 1,000 events/s, the 10,000th would miss the default limit of 10 s. */
export const MAX_WAITING_CALLS = 10_000;

/** 128 bodies of the default limit of 256 KiB. A parsed body takes some times as much memory. */
export const MAX_WAITING_BYTES: number = 32 * 1024 * 1024;

export function createCallQueue<Slot>(): CallQueue<Slot> {
  const calls: WaitingCall<Slot>[] = [];
  let bytes = 0;
  const takeAt = (index: number): WaitingCall<Slot> | undefined => {
    const [call] = calls.splice(index, 1);
    bytes -= call?.bytes ?? 0;
    return call;
  };
  return {
    length: () => calls.length,
    add: (call) => {
      if (calls.length >= MAX_WAITING_CALLS) return `has ${MAX_WAITING_CALLS} events waiting`;
      // A single call has room, because hooks.maxBodyBytes may be larger than this limit.
      if (calls.length > 0 && bytes + call.bytes > MAX_WAITING_BYTES) {
        return `has ${bytes} bytes of events waiting`;
      }
      bytes += call.bytes;
      calls.push(call);
      return undefined;
    },
    putBack: (call) => {
      bytes += call.bytes;
      calls.unshift(call);
    },
    takeFirst: () => takeAt(0),
    remove: (call) => {
      const index = calls.indexOf(call);
      if (index !== -1) takeAt(index);
    },
  };
}

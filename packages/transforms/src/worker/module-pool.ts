// Calls of one module's functions → its workers, one call each at a time.
//
// Why a module has workers of its own, and a worker one call at a time: docs/decisions/0008-transform-workers.md.
import type { CallResult } from "../calls/call-result.ts";
import { contextToText, TOO_DEEP } from "../calls/copy-context.ts";
import type { ModuleRunner } from "../load/module-runner.ts";
import { createCallQueue } from "./call-queue.ts";
import type { CallText, TransformWorker } from "./start-worker.ts";
import { createWaitingCall, failed, overloaded, type WaitingCall } from "./waiting-call.ts";

interface PoolOptions {
  readonly start: () => TransformWorker;
  /** Lets a worker end that is no longer needed. */
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
      const event = createWaitingCall(call, resolve, expire);
      const why = waiting.add(event);
      if (why === undefined) assignCalls();
      else event.settle(overloaded(why));
    });

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

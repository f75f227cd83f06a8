// Requests and dispatches in progress → a promise of the moment when there are none.
import type { Timer } from "@hookwright/base";

/** Counts, because a promise for each request would cost a tenth of a small one. */
export interface Activity {
  readonly begin: () => void;
  readonly end: () => void;
  /** The same for a request, which is counted for itself, too. */
  readonly beginRequest: () => void;
  readonly endRequest: () => void;
  /** How many requests have begun and not ended. */
  readonly requests: () => number;
  /** Resolves when as much has ended as has begun. */
  readonly idle: () => Promise<void>;
}

export function createActivity(timer: Timer): Activity {
  let running = 0;
  let waiting: (() => void)[] = [];
  // One turn of the event loop later: the adapter sends an answer after the request has ended here.
  const settle = (): void => void timer(wakeIfIdle, 0);
  const wakeIfIdle = (): void => {
    if (running > 0) return;
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };
  let requests = 0;
  const end = (): void => {
    running -= 1;
    if (running === 0 && waiting.length > 0) settle();
  };
  return {
    begin: () => {
      running += 1;
    },
    end,
    beginRequest: () => {
      requests += 1;
      running += 1;
    },
    endRequest: () => {
      requests -= 1;
      end();
    },
    requests: () => requests,
    idle: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        if (running === 0) settle();
      }),
  };
}

export interface StopSwitch {
  /** Calls `listener` at the next stop, unless the returned function is called before. */
  readonly onStop: (listener: () => void) => () => void;
  readonly stop: () => void;
}

/** Everything that waits for an answer of the world → told at once when the integrator stops. */
export function createStopSwitch(): StopSwitch {
  const listeners = new Set<() => void>();
  return {
    onStop: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: () => {
      // A copy: a listener takes itself out, and what it sets free may begin to wait anew.
      for (const listener of [...listeners]) listener();
    },
  };
}

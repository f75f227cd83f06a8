// A speed → the clock that all servers share. It can run faster than real time, and can be advanced.
import { setTimeout as sleep } from "node:timers/promises";

export interface FakeClock {
  /** Milliseconds since the epoch, as the servers see it. */
  readonly now: () => number;
  /** Resolves after this many milliseconds of this clock, or when the signal is aborted. */
  readonly wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Advances the clock, and ends the waits that are due by then. */
  readonly advance: (milliseconds: number) => void;
}

/** Advancing the clock ends each wait; those that are not due begin again. */
export function createClock(speed: number): FakeClock {
  const startedAt = Date.now();
  let offset = 0;
  let moved = new AbortController();
  const now = (): number => startedAt + (Date.now() - startedAt) * speed + offset;

  return {
    now,
    advance: (milliseconds) => {
      offset += milliseconds;
      moved.abort();
      moved = new AbortController();
    },
    wait: async (milliseconds, signal) => {
      const dueAt = now() + milliseconds;
      while (signal?.aborted !== true && now() < dueAt) {
        const ends = signal === undefined ? [moved.signal] : [moved.signal, signal];
        const rest = Math.min(Math.ceil((dueAt - now()) / speed), 2 ** 31 - 1);
        await sleep(rest, undefined, { signal: AbortSignal.any(ends), ref: false }).catch(
          () => undefined,
        );
      }
    },
  };
}

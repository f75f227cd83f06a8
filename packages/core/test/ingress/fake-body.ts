// A body source and a timer that a test controls.

import type { Timer } from "../../../base/src/runtime.ts";
import type { BodyListener, BodySource } from "../../src/serving/ingress/body-source.ts";

export interface FakeBody extends BodySource {
  /** Where the source is listened to. */
  readonly listener: () => BodyListener | undefined;
  readonly send: (text: string) => void;
  readonly stops: () => number;
}

export function createFakeBody(): FakeBody {
  let listener: BodyListener | undefined;
  let stops = 0;
  return {
    start: (next) => {
      listener = next;
    },
    stop: () => {
      stops += 1;
      listener = undefined;
    },
    listener: () => listener,
    send: (text) => listener?.onChunk(new TextEncoder().encode(text)),
    stops: () => stops,
  };
}

export interface FakeTimer {
  readonly timer: Timer;
  /** Milliseconds of the timers that are set and neither fired nor cancelled. */
  readonly pending: () => number[];
  /** Fires the oldest. */
  readonly fire: () => void;
}

export function createFakeTimer(): FakeTimer {
  const tasks = new Map<() => void, number>();
  return {
    timer: (task, milliseconds) => {
      const once = () => task();
      tasks.set(once, milliseconds);
      return () => void tasks.delete(once);
    },
    pending: () => [...tasks.values()],
    fire: () => {
      const [task] = tasks.keys();
      if (task === undefined) throw new Error("no timer is set");
      tasks.delete(task);
      task();
    },
  };
}

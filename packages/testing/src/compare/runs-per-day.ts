// Events with their times, and how many runs each makes → runs in a day, before and after.
import type { RunsPerDay } from "./model.ts";

/** What is counted of one event. */
export interface CountedEvent {
  /** Milliseconds; undefined where the event does not say. */
  readonly receivedAt: number | undefined;
  readonly before: number;
  readonly after: number;
}

const DAY_MS = 86_400_000;

/** Undefined where the events span less than a day, which says nothing about days. */
export function countRunsPerDay(events: readonly CountedEvent[]): RunsPerDay | undefined {
  const timed = events.filter(({ receivedAt }) => receivedAt !== undefined);
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const { receivedAt = 0 } of timed) {
    first = Math.min(first, receivedAt);
    last = Math.max(last, receivedAt);
  }
  const days = (last - first) / DAY_MS;
  // Also where no event has a time: the difference is minus infinity.
  if (!(days >= 1)) return undefined;
  const count = (side: "before" | "after") =>
    timed.reduce((sum, event) => sum + event[side], 0) / days;
  return { before: count("before"), after: count("after") };
}

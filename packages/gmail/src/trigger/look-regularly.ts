// A time between looks → looks from the start on: notifications come late, or not at all.
import { waitOf } from "../google/repeat.ts";
import type { Clock } from "../model/clock.ts";
import type { Look } from "../model/trigger.ts";
import { sleepUntil } from "../time/sleep-until.ts";
import { isOver } from "./is-over.ts";

interface LookRegularlyOptions {
  readonly clock: Clock;
  readonly everyMs: number;
}

/** ±10 %, so that many accounts do not ask together. */
const SPREAD = 0.2;

/** A look that could not be finished is asked for again after 1 s, doubling to a minute. */
export async function lookRegularly(
  look: Look,
  signal: AbortSignal,
  { clock, everyMs }: LookRegularlyOptions,
): Promise<void> {
  let tries = 0;
  while (!signal.aborted) {
    const result = await look();
    if (isOver(result)) return;
    tries = result.ok ? 0 : tries + 1;
    const waitMs = result.ok
      ? everyMs * (1 - SPREAD / 2 + SPREAD * clock.random())
      : Math.min(everyMs, waitOf({}, { tries, random: clock.random }));
    await sleepUntil(clock.now() + waitMs, { clock, signal });
  }
}

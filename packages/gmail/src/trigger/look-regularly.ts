// An interval → looks from the start on: notifications come late, or not at all.

import { sleepUntil, type Time } from "@hookwright/node-kit/clock";
import { waitOf } from "../google/create-repeating-send.ts";
import type { Look, LookResult } from "../model/trigger.ts";

interface LookRegularlyOptions {
  readonly time: Time;
  readonly everyMs: number;
}

/** ±10 %, so that many accounts do not ask together. */
const SPREAD = 0.2;

/** An incomplete look is requested again after 1 s, doubling to a minute. */
export async function lookRegularly(
  look: Look,
  signal: AbortSignal,
  { time, everyMs }: LookRegularlyOptions,
): Promise<void> {
  let tries = 0;
  while (!signal.aborted) {
    const result = await look();
    if (isOver(result)) return;
    tries = result.ok ? 0 : tries + 1;
    const waitMs = result.ok
      ? everyMs * (1 - SPREAD / 2 + SPREAD * time.random())
      : Math.min(everyMs, waitOf({}, tries, time));
    await sleepUntil(time.clock() + waitMs, time, signal);
  }
}

export type TriggerPart = (signal: AbortSignal) => Promise<void>;

/** Parts of a trigger → one promise: when one part ends, the others are aborted. */
export async function runTogether(
  parts: readonly TriggerPart[],
  signal: AbortSignal,
): Promise<void> {
  const ended = new AbortController();
  const either = AbortSignal.any([signal, ended.signal]);
  const run = async (part: TriggerPart): Promise<void> => {
    try {
      await part(either);
    } finally {
      ended.abort();
    }
  };
  const results = await Promise.allSettled(parts.map(run));
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

/** The result of a look → whether it has ended the run. */
export function isOver(result: LookResult): boolean {
  return !result.ok && result.code !== "later";
}

// A port that repeats nothing → one that repeats what fails for a while.

import { sleep, type Time } from "@hookwright/node-kit/clock";
import { spreadWait } from "@hookwright/node-kit/times";
import { isTemporary, type MailFailure } from "../model/failure.ts";
import type { GoogleRequest, SendToGoogle } from "../model/google.ts";
import type { MailResult } from "../model/source.ts";

/** The signal of each request ends its waiting. */
export function createRepeatingSend(
  send: SendToGoogle,
  options: Omit<RepeatOptions, "signal">,
): SendToGoogle {
  return <T>(request: GoogleRequest): Promise<MailResult<T>> =>
    repeat(() => send<T>(request), { ...options, signal: request.signal });
}

export interface RepeatOptions {
  readonly time: Time;
  /** Ends the waiting; the result is then the last failure. */
  readonly signal: AbortSignal;
  /** How often it is tried. Default: without end. */
  readonly maxTries?: number;
  /** A longer wait is left to whoever calls. Default: an hour, the longest wait there is. */
  readonly maxWaitMs?: number;
  /** Called before each wait, for the log. */
  readonly onWait?: (failure: MailFailure, waitMs: number) => void;
}

const FIRST_WAIT_MS = 1_000;

const MAX_WAIT_MS = 60_000;

/** A service that asks for more is asked again all the same. */
const MAX_RETRY_AFTER_MS: number = 60 * 60 * 1_000;

/** Repeats what fails with `quota` and `unavailable`; other failures are results at once. */
export async function repeat<T>(
  run: () => Promise<MailResult<T>>,
  options: RepeatOptions,
): Promise<MailResult<T>> {
  const { time, signal, maxTries = Number.POSITIVE_INFINITY } = options;
  const { maxWaitMs = MAX_RETRY_AFTER_MS } = options;
  for (let tries = 1; ; tries += 1) {
    const result = await run();
    if (result.ok || !isTemporary(result.failure) || tries >= maxTries) return result;
    const waitMs = waitOf(result.failure, tries, time);
    if (signal.aborted || waitMs > maxWaitMs) return result;
    options.onWait?.(result.failure, waitMs);
    await sleep(waitMs, time, signal);
    if (signal.aborted) return result;
  }
}

/** 1 s, doubled by each of the failed tries up to 60 s, ±20 %; never less than the service asks for. */
export function waitOf(
  { retryAfterMs = 0 }: { readonly retryAfterMs?: number | undefined },
  tries: number,
  { random }: Pick<Time, "random">,
): number {
  const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries - 1, 10));
  return Math.max(spreadWait(wait, random), Math.min(retryAfterMs, MAX_RETRY_AFTER_MS));
}

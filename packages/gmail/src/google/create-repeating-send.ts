// A port that sends once → one that retries temporary failures.

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
  /** The maximum of attempts. Default: no limit. */
  readonly maxTries?: number;
  /** A longer wait is left to the caller. Default: an hour, the longest wait that is ever used. */
  readonly maxWaitMs?: number;
  /** Called before each wait, for the log. */
  readonly onWait?: (failure: MailFailure, waitMs: number) => void;
}

const FIRST_WAIT_MS = 1_000;

const MAX_WAIT_MS = 60_000;

/** If a service asks for a longer wait, it is retried after this one. */
const MAX_RETRY_AFTER_MS: number = 60 * 60 * 1_000;

/** Retries `quota` and `unavailable`; other failures are returned at once. */
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

/** 1 s, doubled with each failed attempt up to 60 s, ±20 %; never less than the service asks for. */
export function waitOf(
  { retryAfterMs = 0 }: { readonly retryAfterMs?: number | undefined },
  tries: number,
  { random }: Pick<Time, "random">,
): number {
  const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries - 1, 10));
  return Math.max(spreadWait(wait, random), Math.min(retryAfterMs, MAX_RETRY_AFTER_MS));
}

// A failed try → when the next one is due, if any; and the Retry-After of a full queue.

import type { Random } from "@hookwright/node-kit/clock";
import { nthWait, spreadWait } from "@hookwright/node-kit/times";

const SECOND = 1_000;
const MINUTE: number = 60 * SECOND;

/** Waits before the second to the seventh try of a run; then the last one again. */
const RUN_WAITS_MS: readonly number[] = [
  ...[5 * SECOND, 30 * SECOND],
  ...[2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 60 * MINUTE],
];

/** A try of a run that failed and did nothing. */
export interface RunRetry {
  /** How many tries have begun; the first is 1. */
  readonly attempt: number;
  /** Since the first try began. */
  readonly elapsedMs: number;
  /** For how long a run is tried. */
  readonly maxMs: number;
  /** What the service asks for. */
  readonly retryAfterMs?: number | undefined;
  /** From 0 up to 1. */
  readonly random: Random;
}

/** Milliseconds to the next try of a run that did nothing; undefined if its time would be over by then. */
export function runRetryMs(retry: RunRetry): number | undefined {
  const { attempt, elapsedMs, maxMs, retryAfterMs = 0, random } = retry;
  const planned = nthWait(attempt, RUN_WAITS_MS);
  const wait = Math.max(spreadWait(planned, random), retryAfterMs);
  return elapsedMs + wait > maxMs ? undefined : wait;
}

/** Waits before the second to the eighth try of a part. */
const DELIVERY_WAITS_MS: readonly number[] = [
  ...[SECOND, 5 * SECOND, 30 * SECOND],
  ...[2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 60 * MINUTE],
];
const MAX_DELIVERY_MS: number = 120 * MINUTE;

/** A try of a part that failed. */
export interface DeliveryRetry {
  /** Failed tries of the part, this one included. */
  readonly tries: number;
  readonly now: number;
  /** When the part was first tried. */
  readonly since: number;
  /** What the platform asks for. */
  readonly afterMs?: number | undefined;
  readonly random: Random;
}

/** When a part is tried again; undefined if its tries or its time are used up. */
export function deliveryRetryAt(retry: DeliveryRetry): number | undefined {
  const { tries, now, since, afterMs = 0, random } = retry;
  const wait = DELIVERY_WAITS_MS[tries - 1];
  if (wait === undefined) return undefined;
  const at = now + Math.max(spreadWait(wait, random), afterMs);
  return at - since > MAX_DELIVERY_MS ? undefined : at;
}

/** Beyond this age an alert that comes twice, or late, does more harm than one that is missing. */
const MAX_RESEND_AGE_MS: number = 10 * MINUTE;

/** A part that may have been sent. */
export interface UnknownOutcome {
  readonly now: number;
  /** When the call began whose outcome is not known. */
  readonly sendingAt: number;
  /** When the delivery was created. */
  readonly createdAt: number;
  /** How often the part was sent again without a key. */
  readonly resends: number;
  /** For how long the platform recognises a key; 0: it has none. */
  readonly keyWindowMs: number;
  readonly policy: "resend" | "hold";
}

/**
 * `key`: send it again, the platform drops the second. `resend`: send it again, it may come twice.
 * `hold`: a person decides.
 */
export function planUnknownOutcome(outcome: UnknownOutcome): "key" | "resend" | "hold" {
  const { now, sendingAt, createdAt, resends, keyWindowMs, policy } = outcome;
  const elapsed = now - sendingAt;
  if (elapsed >= 0 && elapsed < keyWindowMs) return "key";
  const age = now - createdAt;
  const isFresh = age >= 0 && age < MAX_RESEND_AGE_MS;
  return policy === "resend" && resends === 0 && isFresh ? "resend" : "hold";
}

const MIN_RETRY_AFTER_SECONDS = 5;
const MAX_RETRY_AFTER_SECONDS = 300;
/** Where no turn has ended yet. */
const USUAL_TURN_MS: number = 30 * SECOND;

/**
 * Seconds until a place in the queue is likely free: the mean of the last turns, shared by those that
 * run in parallel. Runs of one key run one at a time.
 */
export function estimateRetryAfterSeconds(
  recentTurnMs: readonly number[],
  { parallel }: { readonly parallel: number },
): number {
  const sum = recentTurnMs.reduce((total, ms) => total + ms, 0);
  const mean = recentTurnMs.length === 0 ? USUAL_TURN_MS : sum / recentTurnMs.length;
  const seconds = Math.ceil(mean / Math.max(1, parallel) / SECOND);
  return Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(MIN_RETRY_AFTER_SECONDS, seconds));
}

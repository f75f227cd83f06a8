// The state of a main session and a time → start a turn, skip one, write its next time, or wait.
import type { HeartbeatState } from "../model/records.ts";
import type { HeartbeatSettings } from "../model/settings.ts";
import type { TurnReason } from "../model/turn.ts";
import { isActiveAt, nextActiveTime } from "./active-hours.ts";

/** Requests within this time become one turn. */
const JOIN_MS = 250;

export const MAX_RETRY_MS: number = 60 * 60_000;

/** What a plan depends on besides the state of the main session and its settings. */
export interface HeartbeatSituation {
  /** Whether events of the session wait that a turn may take. */
  readonly hasEvents: boolean;
  /**
   * Whether `HEARTBEAT.md` is there and asks for nothing. It is asked for periodic checks without
   * events alone, so the file need not be read before such a check is due.
   */
  readonly heartbeatFileIsEmpty?: boolean | undefined;
}

type SkipReason = "events taken" | "HEARTBEAT.md is empty";

/** What is to do with a main session now. */
export type HeartbeatPlan =
  | { readonly kind: "start"; readonly reason: TurnReason; readonly nextAt?: number }
  /** Leaves a record and no turn; a request is answered by it. */
  | {
      readonly kind: "skip";
      readonly reason: TurnReason;
      readonly why: SkipReason;
      readonly nextAt?: number;
    }
  /** The time of the next periodic check has to be written; then plan again. */
  | { readonly kind: "schedule"; readonly nextAt?: number }
  /** Nothing is due before `until`; absent: not before the state changes. */
  | { readonly kind: "wait"; readonly until?: number };

/**
 * Decides whether a main session has a turn now, and else when to ask again. `now` has to be read after `state`: a
 * time of the state that is later than `now` is one from before the clock was set back.
 */
export function planHeartbeat(
  state: HeartbeatState,
  settings: HeartbeatSettings,
  { now, ...situation }: HeartbeatSituation & { readonly now: number },
): HeartbeatPlan {
  if (state.runningId !== undefined) return { kind: "wait" };
  const schedule = planSchedule(state, settings, now);
  if (schedule !== undefined) return schedule;
  const requestDue = dueOfRequest(state, settings, now);
  const retryDue = dueOfRetry(state, settings, { now, ...situation });
  const checkDue = dueOfCheck(state, settings, now);
  const after = settings.everyMs === 0 ? {} : { nextAt: now + settings.everyMs };
  if (requestDue <= now) return { ...startRequested(state, situation), ...after };
  if (retryDue <= now) return { kind: "start", reason: "retry", ...after };
  if (checkDue <= now) return { ...startCheck(situation), ...after };
  const until = Math.min(requestDue, retryDue, checkDue);
  return until === Number.POSITIVE_INFINITY ? { kind: "wait" } : { kind: "wait", until };
}

/** The next periodic check where none is written, or where the clock or `every` was changed. */
function planSchedule(
  { nextAt }: HeartbeatState,
  { everyMs }: HeartbeatSettings,
  now: number,
): HeartbeatPlan | undefined {
  if (everyMs === 0) return nextAt === undefined ? undefined : { kind: "schedule" };
  const isInTime = nextAt !== undefined && nextAt <= now + everyMs;
  return isInTime ? undefined : { kind: "schedule", nextAt: now + everyMs };
}

/** After the requests of the same moment, and after the gap that guards cost. */
function dueOfRequest(
  { requestedAt, lastEndedAt }: HeartbeatState,
  { minGapMs }: HeartbeatSettings,
  now: number,
): number {
  if (requestedAt === undefined) return Number.POSITIVE_INFINITY;
  // A time that is still to come was written before the clock was set back.
  const joined = requestedAt > now ? now : requestedAt + JOIN_MS;
  const isGapKnown = lastEndedAt !== undefined && lastEndedAt <= now;
  return isGapKnown ? Math.max(joined, lastEndedAt + minGapMs) : joined;
}

function startRequested(
  { requestReason = "wake" }: HeartbeatState,
  { hasEvents }: HeartbeatSituation,
): HeartbeatPlan {
  const isForEvents = requestReason === "wake" || requestReason === "run";
  if (isForEvents && !hasEvents) {
    return { kind: "skip", reason: requestReason, why: "events taken" };
  }
  return { kind: "start", reason: requestReason };
}

/** A failed turn whose events were taken meanwhile was a periodic check, or became one. */
function dueOfRetry(
  { retryAt }: HeartbeatState,
  { activeHours }: HeartbeatSettings,
  { now, hasEvents }: HeartbeatSituation & { readonly now: number },
): number {
  if (retryAt === undefined) return Number.POSITIVE_INFINITY;
  // No retry is that far away, so the clock was set back.
  const due = retryAt > now + MAX_RETRY_MS ? now : retryAt;
  return hasEvents ? due : holdBack(due, activeHours, now);
}

function dueOfCheck(
  { nextAt }: HeartbeatState,
  { activeHours }: HeartbeatSettings,
  now: number,
): number {
  return nextAt === undefined ? Number.POSITIVE_INFINITY : holdBack(nextAt, activeHours, now);
}

/** A due time outside of active hours waits for their opening. */
function holdBack(due: number, hours: HeartbeatSettings["activeHours"], now: number): number {
  const at = Math.max(due, now);
  return hours === undefined || isActiveAt(at, hours) ? due : nextActiveTime(at, hours);
}

function startCheck({ hasEvents, heartbeatFileIsEmpty }: HeartbeatSituation): HeartbeatPlan {
  if (heartbeatFileIsEmpty === true && !hasEvents) {
    return { kind: "skip", reason: "interval", why: "HEARTBEAT.md is empty" };
  }
  return { kind: "start", reason: "interval" };
}

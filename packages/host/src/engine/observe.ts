// Committed effects → one structured record per change of a run, a delivery or a heartbeat.
import type { Effect } from "../model/effects.ts";
import type {
  DeliveryRecord,
  DeliveryState,
  HeartbeatOutcome,
  RunRecord,
  RunState,
} from "../model/records.ts";
import type { TurnReason, Usage } from "../model/turn.ts";
import type { RouteRefusal } from "../plan/channel-reports.ts";

/** A run has another state. */
export interface RunChange {
  readonly kind: "run";
  /** Milliseconds since the epoch, as in all records. */
  readonly at: number;
  readonly runId: string;
  readonly state: RunState;
  readonly attempt: number;
  readonly agentId: string;
  readonly sessionKey: string;
  readonly mappingId?: string;
  readonly code?: string;
  /** From the start of the try. */
  readonly durationMs?: number;
  /** Of the turn that ended, where the runner knows. */
  readonly usage?: Usage;
}

/** A delivery has another state, or one more of its parts was sent. */
export interface DeliveryChange {
  readonly kind: "delivery";
  readonly at: number;
  readonly deliveryId: string;
  readonly runId?: string;
  readonly channel: string;
  readonly state: DeliveryState;
  readonly parts: number;
  readonly sent: number;
  readonly tries: number;
  readonly code?: string;
  /** Of a delivery that was sent: since its run was accepted. */
  readonly sinceAcceptanceMs?: number;
}

/** A heartbeat, or a user's message, has ended, or was skipped. */
export interface HeartbeatChange {
  readonly kind: "heartbeat";
  readonly at: number;
  readonly heartbeatId: string;
  readonly agentId: string;
  readonly reason: TurnReason;
  readonly outcome: HeartbeatOutcome;
  readonly events: number;
  readonly durationMs: number;
  /** Where the runner knows. */
  readonly usage?: Usage;
}

/** A channel is paused because its credential was refused or by an operator (code `operator`), or resumed; or an operator has sent a test message. */
export interface ChannelChange {
  readonly kind: "channel";
  readonly at: number;
  readonly channel: string;
  readonly state: "paused" | "resumed" | "tested";
  /** Why it is paused, or why the test failed. */
  readonly code?: string;
}

/** An operator has paused a mapping, or resumed it. */
export interface MappingChange {
  readonly kind: "mapping";
  readonly at: number;
  readonly mappingId: string;
  readonly state: "paused" | "resumed";
  readonly code?: string;
}

/** A runner is paused, for the models of one provider or by an operator (code `operator`), or resumed. */
export interface RunnerChange {
  readonly kind: "runner";
  readonly at: number;
  readonly runner: string;
  /** Absent for models whose names have none. */
  readonly provider?: string;
  readonly state: "paused" | "resumed";
  readonly code?: string;
}

/** A mapping reported where a person can be reached. */
export interface RouteChange {
  readonly kind: "route";
  readonly at: number;
  readonly agentId: string;
  readonly channel: string;
  readonly mappingId?: string;
  readonly state: "noted" | "refused";
  /** Why it was refused. */
  readonly code?: RouteRefusal;
}

/** What the start found of the previous process. */
export interface StartRecord {
  readonly kind: "start";
  readonly at: number;
  readonly queued: number;
  readonly interrupted: number;
  readonly waitingEvents: number;
  readonly deliveries: number;
  readonly unknownOutcomes: number;
}

/** No text of a payload or an answer, and no secret. */
export type HostRecord =
  | RunChange
  | DeliveryChange
  | HeartbeatChange
  | ChannelChange
  | RunnerChange
  | MappingChange
  | RouteChange
  | StartRecord;

/** Gets each record when its change is stored. */
export type HostObserver = (record: HostRecord) => void;

/** The run and the delivery that the effects change, and what their records contain besides. */
export interface EffectSubject {
  readonly run?: RunRecord;
  readonly delivery?: DeliveryRecord;
  /** Of the run of that delivery. */
  readonly acceptedAt?: number | undefined;
  /** Of the turn that ended. */
  readonly usage?: Usage | undefined;
}

export function recordsOfEffects(
  effects: readonly Effect[],
  subject: EffectSubject,
  at: number,
): HostRecord[] {
  return effects.flatMap((effect): HostRecord[] => {
    if (effect.kind === "run") {
      if (subject.run === undefined) return [];
      return [{ ...recordOfRunEffect(effect, subject.run, at), ...usageOf(subject) }];
    }
    if (effect.kind === "delivery") return [recordOfDelivery(effect.delivery, at)];
    if (effect.kind === "delivery-change") return recordsOfChange(effect, subject, at);
    if (effect.kind !== "heartbeat") return [];
    return [{ ...recordOfHeartbeat(effect), ...usageOf(subject) }];
  });
}

function recordsOfChange(
  { change: { sendingAt: _, ...change } }: Extract<Effect, { kind: "delivery-change" }>,
  { delivery, acceptedAt }: EffectSubject,
  at: number,
): DeliveryChange[] {
  if (delivery === undefined) return [];
  const record = recordOfDelivery({ ...delivery, ...change }, at);
  const isTimed = record.state === "sent" && acceptedAt !== undefined;
  return [isTimed ? { ...record, sinceAcceptanceMs: at - acceptedAt } : record];
}

function usageOf({ usage }: EffectSubject): { readonly usage?: Usage } {
  return usage === undefined ? {} : { usage };
}

export function recordOfRun(run: RunRecord, at: number): RunChange {
  const { id, state, attempt, agentId, sessionKey, mappingId, code } = run;
  return {
    kind: "run",
    at,
    runId: id,
    state,
    attempt,
    agentId,
    sessionKey,
    ...(mappingId !== undefined && { mappingId }),
    ...(code !== undefined && { code }),
  };
}

function recordOfRunEffect(
  { state, code }: Extract<Effect, { kind: "run" }>,
  { code: _, ...run }: RunRecord,
  at: number,
): RunChange {
  const { startedAt } = run;
  return {
    ...recordOfRun({ ...run, state, ...(code !== undefined && { code }) }, at),
    ...(startedAt !== undefined && { durationMs: at - startedAt }),
  };
}

export function recordOfDelivery(
  delivery: Omit<DeliveryRecord, "code" | "unsureSince"> & { readonly code?: string | undefined },
  at: number,
): DeliveryChange {
  const { id, runId, channel, state, parts, sentIds, tries, code } = delivery;
  return {
    kind: "delivery",
    at,
    deliveryId: id,
    ...(runId !== undefined && { runId }),
    channel,
    state,
    parts: parts.length,
    sent: sentIds.length,
    tries,
    ...(code !== undefined && { code }),
  };
}

function recordOfHeartbeat({ record }: Extract<Effect, { kind: "heartbeat" }>): HeartbeatChange {
  const { id, agentId, reason, startedAt, endedAt, outcome, events } = record;
  return {
    kind: "heartbeat",
    at: endedAt,
    heartbeatId: id,
    agentId,
    reason,
    outcome,
    events,
    durationMs: endedAt - startedAt,
  };
}

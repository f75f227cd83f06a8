// Records of the ledger → what a list shows of them: no text of a payload or an answer, no secret (OPS-2).
import type {
  DeliveryRecord,
  DeliveryState,
  EventRecord,
  EventState,
  RunRecord,
  RunState,
  SessionRecord,
} from "../../model/records.ts";

/** A run in a list. */
export interface RunItem {
  readonly id: string;
  readonly agentId: string;
  readonly sessionKey: string;
  readonly mappingId?: string;
  readonly state: RunState;
  readonly attempt: number;
  /** Milliseconds since the epoch, like all times here. */
  readonly acceptedAt: number;
  readonly dueAt?: number;
  readonly startedAt?: number;
  readonly endedAt?: number;
  readonly code?: string;
  readonly retryOf?: string;
}

/** An event of a main session in a list. */
export interface EventItem {
  readonly id: string;
  readonly agentId: string;
  readonly at: number;
  readonly lastAt: number;
  readonly count: number;
  readonly state: EventState;
  readonly origin: EventRecord["origin"];
  readonly mappingId?: string;
  readonly runId?: string;
  readonly tainted: boolean;
}

/** A delivery in a list. */
export interface DeliveryItem {
  readonly id: string;
  readonly agentId: string;
  readonly runId?: string;
  readonly heartbeatId?: string;
  readonly mappingId?: string;
  readonly channel: string;
  readonly createdAt: number;
  readonly state: DeliveryState;
  readonly parts: number;
  readonly sent: number;
  readonly tries: number;
  readonly dueAt?: number;
  readonly endedAt?: number;
  readonly code?: string;
  readonly retryOf?: string;
}

/** A conversation in a list. */
export interface SessionItem {
  readonly agentId: string;
  readonly key: string;
  readonly turns: number;
  readonly lastAt: number;
}

export function itemOfRun(run: RunRecord): RunItem {
  const { id, agentId, sessionKey, mappingId, state, attempt, acceptedAt } = run;
  const { dueAt, startedAt, endedAt, code, retryOf } = run;
  return omitUndefined({
    id,
    agentId,
    sessionKey,
    mappingId,
    state,
    attempt,
    acceptedAt,
    dueAt: state === "queued" || state === "failed" ? dueAt : undefined,
    startedAt,
    endedAt,
    code,
    retryOf,
  });
}

export function itemOfEvent(event: EventRecord): EventItem {
  const { id, agentId, at, lastAt, count, state, origin, mappingId, runId, tainted } = event;
  return omitUndefined({
    id,
    agentId,
    at,
    lastAt,
    count,
    state,
    origin,
    mappingId,
    runId,
    tainted,
  });
}

export function itemOfDelivery(delivery: DeliveryRecord): DeliveryItem {
  const { id, agentId, runId, heartbeatId, mappingId, channel, createdAt, state } = delivery;
  const { parts, sentIds, tries, dueAt, endedAt, code, retryOf } = delivery;
  return omitUndefined({
    id,
    agentId,
    runId,
    heartbeatId,
    mappingId,
    channel,
    createdAt,
    state,
    parts: parts.length,
    sent: sentIds.length,
    tries,
    dueAt: state === "queued" || state === "failed" ? dueAt : undefined,
    endedAt,
    code,
    retryOf,
  });
}

export function itemOfSession({ agentId, key, turns, lastAt }: SessionRecord): SessionItem {
  return { agentId, key, turns, lastAt };
}

/** Keys without a value are absent, so that an item reads the same as its JSON. */
type Present<Item> = {
  readonly [Key in keyof Item as undefined extends Item[Key] ? never : Key]: Item[Key];
} & {
  readonly [Key in keyof Item as undefined extends Item[Key] ? Key : never]?: Exclude<
    Item[Key],
    undefined
  >;
};

function omitUndefined<Item extends object>(item: Item): Present<Item> {
  const entries = Object.entries(item).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Present<Item>;
}

// Records of the ledger → what a list shows of them: no text of a payload or an answer, no secret.
import type { DeliveryRecord, EventRecord, RunRecord, SessionRecord } from "../model/records.ts";

const RUN_KEYS = [
  "id",
  "agentId",
  "sessionKey",
  "mappingId",
  "state",
  "attempt",
  "acceptedAt",
  "dueAt",
  "startedAt",
  "endedAt",
  "code",
  "retryOf",
  "window",
] as const;

const EVENT_KEYS = [
  "id",
  "agentId",
  "at",
  "lastAt",
  "count",
  "state",
  "origin",
  "mappingId",
  "runId",
  "tainted",
  "window",
] as const;

const DELIVERY_KEYS = [
  "id",
  "agentId",
  "runId",
  "heartbeatId",
  "mappingId",
  "channel",
  "createdAt",
  "state",
  "parts",
  "sent",
  "tries",
  "dueAt",
  "endedAt",
  "code",
  "retryOf",
  "window",
] as const;

const SESSION_KEYS = ["agentId", "key", "turns", "lastAt"] as const;

/** A run in a list. `dueAt` is absent where no try is due. */
export type RunItem = Pick<WithDueTime<RunRecord>, (typeof RUN_KEYS)[number]>;

/** An event of a main session in a list. */
export type EventItem = Pick<EventRecord, (typeof EVENT_KEYS)[number]>;

/** A delivery in a list: the number of its parts, and how many were sent. `dueAt` is absent where no try is due. */
export type DeliveryItem = Pick<
  WithDueTime<Omit<DeliveryRecord, "parts">> & { readonly parts: number; readonly sent: number },
  (typeof DELIVERY_KEYS)[number]
>;

/** A conversation in a list. */
export type SessionItem = Pick<SessionRecord, (typeof SESSION_KEYS)[number]>;

type WithDueTime<Item extends { readonly dueAt: number }> = Omit<Item, "dueAt"> & {
  readonly dueAt?: number;
};

export function itemOfRun(run: RunRecord): RunItem {
  return pick(withDueTime(run), RUN_KEYS);
}

export function itemOfEvent(event: EventRecord): EventItem {
  return pick(event, EVENT_KEYS);
}

export function itemOfDelivery(delivery: DeliveryRecord): DeliveryItem {
  const { parts, sentIds } = delivery;
  const counts = { parts: parts.length, sent: sentIds.length };
  return pick({ ...withDueTime(delivery), ...counts }, DELIVERY_KEYS);
}

export function itemOfSession(session: SessionRecord): SessionItem {
  return pick(session, SESSION_KEYS);
}

/** What is at work or has ended is due no more, and what gathers events is due when its window closes. */
function withDueTime<Item extends RunRecord | DeliveryRecord>(item: Item): WithDueTime<Item> {
  const { dueAt, ...rest } = item;
  const isOpen = item.window !== undefined;
  const waits = !isOpen && (item.state === "queued" || item.state === "failed");
  return { ...rest, ...(waits && { dueAt }) };
}

/** Keys without a value are absent, so that an item reads the same as its JSON. */
function pick<Item extends object, Key extends keyof Item>(
  item: Item,
  keys: readonly Key[],
): Pick<Item, Key> {
  const present = keys.filter((key) => item[key] !== undefined);
  return Object.fromEntries(present.map((key) => [key, item[key]])) as Pick<Item, Key>;
}

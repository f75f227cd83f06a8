// Rows of deliveries → records: lists, one delivery, and those that are at work.
import type { DeliveryFilter, Ledger } from "../../model/ledger.ts";
import type { DeliveryRecord, DeliveryState } from "../../model/records.ts";
import type { SqlRow } from "../driver/driver.ts";
import {
  allOf,
  fromExactText,
  numberOf,
  recordOf,
  type Store,
  textOf,
  type Where,
} from "./store.ts";

const LIST_LIMIT = 100;

export function listDeliveries(store: Store, filter: DeliveryFilter = {}): DeliveryRecord[] {
  const { text, values } = whereOf(filter);
  return store
    .sql(`SELECT * FROM deliveries WHERE ${text} ORDER BY seq DESC LIMIT ?`)
    .all(...values, filter.limit ?? LIST_LIMIT)
    .map(deliveryFromRow);
}

/** A repetition stands for what it repeats, as among runs. */
export function selectDeliveries(store: Store, filter: DeliveryFilter): string[] {
  const { text, values } = whereOf(filter);
  return store
    .sql(`SELECT id FROM deliveries WHERE ${text}
      AND id NOT IN (SELECT retry_of FROM deliveries WHERE retry_of IS NOT NULL)
      ORDER BY seq LIMIT ?`)
    .all(...values, filter.limit ?? -1)
    .map((row) => textOf(row, "id"));
}

function whereOf({ state, mappingId, code, since }: DeliveryFilter): Where {
  return allOf([
    ["state = ?", state],
    ["mapping = ?", mappingId],
    ["code = ?", code],
    ["coalesce(ended_at, created_at) >= ?", since],
  ]);
}

export function waitingDeliveries(
  store: Store,
  request: Parameters<Ledger["waitingDeliveries"]>[0],
): DeliveryRecord[] {
  const { channels, others = false, createdBefore, limit } = request;
  const isOne = `channel ${others ? "NOT IN" : "IN"} (SELECT value FROM json_each(?))`;
  return store
    .sql(`SELECT * FROM deliveries WHERE ended_at IS NULL AND state <> 'sending' AND ${isOne}
      AND created_at <= ? ORDER BY seq LIMIT ?`)
    .all(JSON.stringify([...channels]), createdBefore ?? Number.MAX_SAFE_INTEGER, limit)
    .map(deliveryFromRow);
}

/** More rows would hold up the start of a store with months of deliveries. */
const MAX_SENT_ROWS = 10_000;

export function lastSent(store: Store): ReadonlyMap<string, number> {
  const rows = store
    .sql(`SELECT channel, max(ended_at) AS at FROM (
      SELECT channel, ended_at FROM deliveries WHERE state = 'sent' ORDER BY seq DESC LIMIT ?)
      GROUP BY channel`)
    .all(MAX_SENT_ROWS);
  return new Map(rows.map((row) => [textOf(row, "channel"), numberOf(row, "at")]));
}

export function findDelivery(store: Store, id: string): DeliveryRecord | undefined {
  const row = store.sql("SELECT * FROM deliveries WHERE id = ?").get(id);
  return row && deliveryFromRow(row);
}

/** `+seq` is sorted after it is read, so that SQLite takes the index of those at work. */
export function sendingDeliveries(store: Store): DeliveryRecord[] {
  return store
    .sql("SELECT * FROM deliveries WHERE head = 3 ORDER BY +seq")
    .all()
    .map(deliveryFromRow);
}

export function deliveryFromRow(row: SqlRow): DeliveryRecord {
  return recordOf<DeliveryRecord>({
    id: textOf(row, "id"),
    agentId: textOf(row, "agent"),
    runId: row["run"],
    heartbeatId: row["heartbeat"],
    mappingId: row["mapping"],
    channel: textOf(row, "channel"),
    to: fromExactText(textOf(row, "recipient")),
    accountId: accountOf(row),
    createdAt: numberOf(row, "created_at"),
    state: textOf(row, "state") as DeliveryState,
    parts: JSON.parse(textOf(row, "parts")) as string[],
    sentIds: JSON.parse(textOf(row, "sent_ids")) as string[],
    tries: numberOf(row, "tries"),
    plain: row["plain"] === 1,
    dueAt: numberOf(row, "due_at"),
    sendingAt: row["sending_at"],
    resends: numberOf(row, "resends"),
    endedAt: row["ended_at"],
    code: row["code"],
    reason: row["reason"],
    retryOf: row["retry_of"],
  });
}

function accountOf(row: SqlRow): string | undefined {
  return row["account"] === null ? undefined : fromExactText(textOf(row, "account"));
}

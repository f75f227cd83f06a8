// Rows of deliveries → records: lists, one delivery, and those that are at work.
import type { Ledger } from "../../model/ledger.ts";
import type { DeliveryRecord, DeliveryState } from "../../model/records.ts";
import type { SqlRow } from "../driver/driver.ts";
import { fromExactText, numberOf, recordOf, type Store, textOf } from "./store.ts";

const LIST_LIMIT = 100;

export function listDeliveries(
  store: Store,
  { state, limit }: NonNullable<Parameters<Ledger["deliveries"]>[0]> = {},
): DeliveryRecord[] {
  const clause = state === undefined ? "" : "WHERE state = ?";
  return store
    .sql(`SELECT * FROM deliveries ${clause} ORDER BY seq DESC LIMIT ?`)
    .all(...(state === undefined ? [] : [state]), limit ?? LIST_LIMIT)
    .map(deliveryFromRow);
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

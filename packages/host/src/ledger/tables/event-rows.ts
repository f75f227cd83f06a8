// Rows of events → records: how many wait, lists, and one event.
import type { TextPart } from "@hookwright/core";
import type { Ledger } from "../../model/ledger.ts";
import type { EventOrigin, EventRecord, EventState } from "../../model/records.ts";
import type { SqlRow } from "../driver/driver.ts";
import { numberOf, orNull, recordOf, type Store, textOf } from "./store.ts";

const LIST_LIMIT = 100;

export function waitingEvents(store: Store, agentId: string): number {
  const row = store
    .sql(`SELECT count(*) AS n FROM events WHERE agent = ? AND state = 'waiting'`)
    .get(agentId) as SqlRow;
  return numberOf(row, "n");
}

/** In their order: the first ones that wait, or the newest of all. */
export function listEvents(
  store: Store,
  filter: Parameters<Ledger["events"]>[0] = {},
): EventRecord[] {
  const { agentId, waiting, limit } = filter;
  const state = waiting === undefined ? "" : `AND state ${waiting ? "=" : "<>"} 'waiting'`;
  const end = waiting === true ? "ASC" : "DESC";
  return store
    .sql(`SELECT * FROM (
      SELECT * FROM events WHERE agent = coalesce(?, agent) ${state} ORDER BY seq ${end} LIMIT ?)
      ORDER BY seq`)
    .all(orNull(agentId), limit ?? LIST_LIMIT)
    .map(eventFromRow);
}

export function findEvent(store: Store, id: string): EventRecord | undefined {
  const row = store.sql("SELECT * FROM events WHERE id = ?").get(id);
  return row && eventFromRow(row);
}

export function eventFromRow(row: SqlRow): EventRecord {
  return recordOf<EventRecord>({
    id: textOf(row, "id"),
    agentId: textOf(row, "agent"),
    at: numberOf(row, "at"),
    origin: textOf(row, "origin") as EventOrigin,
    mappingId: row["mapping"],
    runId: row["run"],
    title: textOf(row, "title"),
    parts: JSON.parse(textOf(row, "parts")) as TextPart[],
    tainted: row["tainted"] === 1,
    state: textOf(row, "state") as EventState,
    count: numberOf(row, "count"),
    lastAt: numberOf(row, "last_at"),
  });
}

// Rows of events → records: whether any waits, lists, and one event.
import type { TextPart } from "@hookwright/core";
import type { EventFilter } from "../../model/ledger.ts";
import type { EventOrigin, EventRecord, EventState, NewEvent } from "../../model/records.ts";
import type { Page } from "../../model/timeline.ts";
import type { SqlRow } from "../driver.ts";
import { openWindowOf } from "./open-window.ts";
import { EVENT_IS_PAUSED } from "./pauses.ts";
import {
  allOf,
  numberOf,
  orNull,
  plainText,
  readPage,
  recordOf,
  type Store,
  textOf,
} from "./store.ts";

/** Of those that a turn may take. Each step of the scheduler asks, so the first one has to do. */
export function hasWaitingEvents(store: Store, agentId: string): boolean {
  const first = store
    .sql(`SELECT 1 FROM events
      WHERE agent = ? AND state = 'waiting' AND NOT ${EVENT_IS_PAUSED} LIMIT 1`)
    .get(agentId);
  return first !== undefined;
}

/** In their order: the first ones that wait, or the newest of all. */
export function listEvents(store: Store, filter: EventFilter = {}): Page<EventRecord> {
  const { agentId, waiting, state, origin, mappingId, since, until, limit, cursor } = filter;
  const wanted = waiting === true ? "waiting" : state;
  const where = allOf([
    ["agent = ?", agentId],
    ["state = ?", wanted],
    ["state <> ?", waiting === false ? "waiting" : undefined],
    ["origin = ?", origin],
    ["mapping = ?", mappingId],
    ["last_at >= ?", since],
    ["last_at <= ?", until],
  ]);
  const select = "SELECT * FROM events";
  const oldestFirst = wanted === "waiting";
  const page = { list: "events", select, table: "events", where, oldestFirst, limit, cursor };
  const { items, ...rest } = readPage(store, page, (row) => eventFromRow(store, row));
  return { items: oldestFirst ? items : items.toReversed(), ...rest };
}

export function findEvent(store: Store, id: string): EventRecord | undefined {
  const row = store.sql("SELECT * FROM events WHERE id = ?").get(id);
  return row && eventFromRow(store, row);
}

/** Oldest first. A turn has 20 at most, a run its summary and what became of its deliveries. */
export function eventsOf(store: Store, what: "run" | "turn", id: string): EventRecord[] {
  return store
    .sql(`SELECT * FROM events WHERE ${what} = ? ORDER BY +seq`)
    .all(id)
    .map((row) => eventFromRow(store, row));
}

function eventFromRow(store: Store, row: SqlRow): EventRecord {
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
    turnId: row["turn"],
    window: openWindowOf(store, "event", row),
  });
}

/** A longer text is cut where it is rendered, so it takes no more of a turn's room than this. */
const MAX_SHOWN_UNITS = 8_000;

interface AddEventOptions {
  /** Whether a turn was asked for at once. */
  readonly askedNow: boolean;
  /** A wake beyond the bound is refused; what the host itself adds is counted. */
  readonly beyondBound: "refuse" | "count";
}

/** Answers the id by which the event is found: that of the equal one that counts it. Undefined: it was refused. */
export function addEvent(
  store: Store,
  event: NewEvent,
  options: AddEventOptions,
): string | undefined {
  const { agentId, at } = event;
  const parts = JSON.stringify(event.parts);
  const newest = store
    .sql(`SELECT * FROM events WHERE agent = ? AND state = 'waiting' ORDER BY seq DESC LIMIT 1`)
    .get(agentId);
  const askedNow = options.askedNow ? 1 : 0;
  if (newest !== undefined && isRepeat(newest, event, parts)) {
    store
      .sql(`UPDATE events SET count = count + 1, last_at = ?, asked_now = max(asked_now, ?)
        WHERE seq = ?`)
      .run(at, askedNow, numberOf(newest, "seq"));
    return textOf(newest, "id");
  }
  if (!isFull(store, agentId)) {
    insert(store, event, { parts, askedNow, overflow: 0 });
    return event.id;
  }
  if (options.beyondBound === "refuse") return undefined;
  return countOnly(store, event, askedNow);
}

/** The texts are compared as data: finished texts have fences with random ids. */
function isRepeat(newest: SqlRow, event: NewEvent, parts: string): boolean {
  return (
    newest["overflow"] === 0 &&
    newest["origin"] === event.origin &&
    newest["mapping"] === orNull(event.mappingId) &&
    newest["title"] === plainText(event.title) &&
    newest["tainted"] === (event.tainted ? 1 : 0) &&
    newest["parts"] === parts
  );
}

/** Undefined: it was refused, as too many wait. */
export function addGatheringEvent(
  store: Store,
  event: NewEvent,
  askedNow: boolean,
): string | undefined {
  const { n } = store
    .sql("SELECT count(*) AS n FROM events WHERE agent = ? AND state = 'gathering'")
    .get(event.agentId) as { readonly n: number };
  if (n >= store.limits.maxWaitingEvents || isFull(store, event.agentId)) return undefined;
  const parts = JSON.stringify(event.parts);
  insert(store, event, { parts, askedNow: askedNow ? 1 : 0, overflow: 0, state: "gathering" });
  return event.id;
}

/** It waits in the place of its first event. */
export function endGatheringEvent(store: Store, event: EventRecord): void {
  store
    .sql(`UPDATE events SET state = 'waiting', parts = ?, tainted = ?, size = ? WHERE id = ?`)
    .run(JSON.stringify(event.parts), event.tainted ? 1 : 0, shownSizeOf(event), event.id);
}

/** The rows are counted only where all agents together have so many: each result of a run asks. */
function isFull(store: Store, agentId: string): boolean {
  const { maxWaitingEvents } = store.limits;
  const last = store
    .sql(`SELECT 1 FROM state_counts WHERE kind = 'events' AND state = 'waiting' AND n >= ?
      AND EXISTS (SELECT 1 FROM events WHERE agent = ? AND events.state = 'waiting'
        ORDER BY seq LIMIT 1 OFFSET ?)`)
    .get(maxWaitingEvents, agentId, maxWaitingEvents - 1);
  return last !== undefined;
}

/** One event counts the results that have no event. */
function countOnly(store: Store, event: NewEvent, askedNow: number): string {
  const found = store
    .sql(`SELECT seq, id, overflow FROM events WHERE agent = ? AND state = 'waiting' AND overflow > 0
      ORDER BY seq DESC LIMIT 1`)
    .get(event.agentId);
  const overflow = found === undefined ? 1 : numberOf(found, "overflow") + 1;
  const title = `${overflow} more ${overflow === 1 ? "result" : "results"}, see \`hookwright runs\``;
  if (found === undefined) {
    const { id, agentId, at } = event;
    const counting = { id, agentId, at, origin: "host", title, parts: [], tainted: false } as const;
    insert(store, counting, { parts: "[]", askedNow, overflow });
    return id;
  }
  store
    .sql(`UPDATE events SET overflow = ?, title = ?, last_at = ?, asked_now = max(asked_now, ?)
      WHERE seq = ?`)
    .run(overflow, title, event.at, askedNow, numberOf(found, "seq"));
  return textOf(found, "id");
}

function insert(
  store: Store,
  event: NewEvent,
  {
    parts,
    askedNow,
    overflow,
    state = "waiting",
  }: { parts: string; askedNow: number; overflow: number; state?: "waiting" | "gathering" },
): void {
  store
    .sql(`INSERT INTO events (id, agent, at, origin, mapping, run, title, tainted, size, state, count,
        last_at, asked_now, overflow, parts)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?)`)
    .run(
      event.id,
      event.agentId,
      event.at,
      event.origin,
      orNull(event.mappingId),
      orNull(event.runId),
      plainText(event.title),
      event.tainted ? 1 : 0,
      shownSizeOf(event),
      state,
      event.at,
      askedNow,
      overflow,
      parts,
    );
}

function shownSizeOf({ title, parts }: NewEvent): number {
  const text = parts.map((part) => part.text).join("\n\n");
  return Buffer.byteLength(title) + Buffer.byteLength(text.slice(0, MAX_SHOWN_UNITS));
}

interface ClaimedEvents {
  readonly events: readonly EventRecord[];
  readonly left: number;
  /** Whether one that is left asked for a turn at once. */
  readonly leftAskedNow: boolean;
}

/** The oldest waiting events of an agent become part of a turn: at least one, if any waits. */
export function claimEvents(
  store: Store,
  request: {
    readonly agentId: string;
    readonly turnId: string;
    readonly maxEvents: number;
    readonly maxBytes: number;
  },
): ClaimedEvents {
  const { agentId, turnId, maxEvents, maxBytes } = request;
  const rows = store
    .sql(`SELECT * FROM events WHERE agent = ? AND state = 'waiting' AND NOT ${EVENT_IS_PAUSED}
      ORDER BY seq LIMIT ?`)
    .all(agentId, maxEvents);
  let bytes = 0;
  const events: EventRecord[] = [];
  for (const row of rows) {
    bytes += numberOf(row, "size");
    if (bytes > maxBytes && events.length > 0) break;
    store
      .sql(`UPDATE events SET state = 'claimed', turn = ? WHERE seq = ?`)
      .run(turnId, numberOf(row, "seq"));
    events.push({ ...eventFromRow(store, row), state: "claimed", turnId });
  }
  const rest = store
    .sql(`SELECT count(*) AS n, max(asked_now) AS asked FROM events
      WHERE agent = ? AND state = 'waiting' AND NOT ${EVENT_IS_PAUSED}`)
    .get(agentId) as SqlRow;
  return { events, left: numberOf(rest, "n"), leftAskedNow: rest["asked"] === 1 };
}

export function endEvents(store: Store, turnId: string): void {
  store
    .sql(`UPDATE events SET state = 'done', ended_at = ? WHERE turn = ? AND state = 'claimed'`)
    .run(store.clock(), turnId);
}

/** Their number in the order never changed, so they wait in their old place. */
export function giveEventsBack(store: Store, turnId: string): void {
  store
    .sql(`UPDATE events SET state = 'waiting', turn = NULL WHERE turn = ? AND state = 'claimed'`)
    .run(turnId);
}

// Windows → rows: an entry that gathers the texts of further events, and what it became when it is closed.
import type {
  Acceptance,
  AcceptedWindow,
  ClosedWindow,
  JoinedEntry,
  Ledger,
  WindowText,
} from "../../model/ledger.ts";
import type { DeliveryRecord, EventRecord, RunRecord } from "../../model/records.ts";
import type { SqlRow } from "../driver.ts";
import { endGatheringDelivery, findDelivery } from "./deliveries.ts";
import { addEvent, endGatheringEvent, findEvent } from "./events.ts";
import { requestHeartbeat } from "./heartbeats.ts";
import { WINDOW_COLUMNS } from "./open-window.ts";
import { EVENT_IS_PAUSED } from "./pauses.ts";
import { endGatheringRun, findRun } from "./runs.ts";
import { exactText, numberOf, type Store, textOf } from "./store.ts";

/** A larger text would fill the context of the model. */
const MAX_JOINED_BYTES = 262_144;

/** An event from further ahead than this came before the clock was set back. */
const MAX_AHEAD_MS = 60_000;

type Entry = Acceptance["entry"];

const TABLES = { run: "runs", event: "events", delivery: "deliveries" } as const;

/**
 * Adds the text to the window of its key that is open, and returns the id of its entry. Undefined if none is: the
 * entry has to be added, and `openWindow` called. A window that the text does not fit into is closed.
 */
export function joinOpenWindow(
  store: Store,
  { kind }: Entry,
  { key, waitMs, maxWaitMs, limit, keep, text }: AcceptedWindow,
): string | undefined {
  const { at } = text;
  const row = store
    .sql(`SELECT * FROM windows WHERE key = ? AND is_open = 1 AND closes_at > ? AND last_at < ?
      ORDER BY seq DESC LIMIT 1`)
    .get(exactText(key), at, at + MAX_AHEAD_MS);
  if (row === undefined) return undefined;
  const seq = numberOf(row, "seq");
  const parts = JSON.stringify(text.parts);
  const bytes = bytesOf(text) + (keep === "all" ? numberOf(row, "bytes") : 0);
  if (bytes > MAX_JOINED_BYTES) {
    store.sql("UPDATE windows SET is_open = 0, closes_at = ? WHERE seq = ?").run(at, seq);
    return undefined;
  }
  const events = numberOf(row, "events") + 1;
  const isFull = events >= limit;
  const closesAt = isFull ? at : Math.min(at + waitMs, numberOf(row, "opened_at") + maxWaitMs);
  store
    .sql(`UPDATE windows SET events = ?, bytes = ?, last_at = ?, closes_at = ?, is_open = ?
      WHERE seq = ?`)
    .run(events, bytes, Math.max(at, numberOf(row, "last_at")), closesAt, isFull ? 0 : 1, seq);
  if (keep === "last") store.sql("DELETE FROM window_texts WHERE window = ?").run(seq);
  store
    .sql("INSERT INTO window_texts (window, at, unfenced, parts) VALUES (?, ?, ?, ?)")
    .run(seq, at, text.isUnfenced ? 1 : 0, parts);
  return entryIdOf(store, kind, row);
}

function entryIdOf(store: Store, kind: Entry["kind"], window: SqlRow): string {
  const entry = store
    .sql(`SELECT id FROM ${TABLES[kind]} WHERE seq = ?`)
    .get(numberOf(window, WINDOW_COLUMNS[kind])) as SqlRow;
  return textOf(entry, "id");
}

/** For an entry that was added in the same transaction. */
export function openWindow(
  store: Store,
  { kind }: Entry,
  id: string,
  { key, waitMs, maxWaitMs, keep, text }: AcceptedWindow,
): void {
  const { at } = text;
  const bytes = bytesOf(text);
  const isFull = bytes > MAX_JOINED_BYTES;
  store
    .sql(`INSERT INTO windows (key, is_open, opened_at, last_at, closes_at, keep, events, bytes,
        ${WINDOW_COLUMNS[kind]})
      VALUES (?, ?, ?, ?, ?, ?, 1, ?, (SELECT seq FROM ${TABLES[kind]} WHERE id = ?))`)
    .run(
      exactText(key),
      isFull ? 0 : 1,
      at,
      at,
      isFull ? at : at + Math.min(waitMs, maxWaitMs),
      keep,
      bytes,
      id,
    );
}

function bytesOf({ parts }: WindowText): number {
  return parts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
}

/** When the next window has to be closed. */
export function nextWindowAt(store: Store): number | undefined {
  const row = store.sql("SELECT closes_at FROM windows ORDER BY closes_at LIMIT 1").get();
  if (row === undefined) return undefined;
  const now = store.clock();
  return findSetBack(store, now) === undefined ? numberOf(row, "closes_at") : now;
}

/** The clock was set back, so the wait could last for hours. */
function findSetBack(store: Store, now: number): SqlRow | undefined {
  return store.sql("SELECT seq FROM windows WHERE last_at > ? LIMIT 1").get(now);
}

/** One transaction closes so many at most: more would keep others waiting. */
const MAX_CLOSED_AT_ONCE = 50;

type CloseRequest = Parameters<Ledger["closeWindows"]>[0];

/** Whether a call of `closeWindows` has something to do. */
export function hasWindowToClose(store: Store, { now, entryId }: CloseRequest): boolean {
  if (entryId !== undefined) return windowsOfEntry(store, entryId).length > 0;
  const next = nextWindowAt(store);
  return next !== undefined && next <= now;
}

/** Each entry takes its place among those that wait: that of its first event. */
export function closeWindows(store: Store, request: CloseRequest): ClosedWindow[] {
  const { now, entryId, join } = request;
  const rows =
    entryId === undefined
      ? store
          .sql(`SELECT * FROM windows WHERE closes_at <= ? OR last_at > ?
            ORDER BY seq LIMIT ?`)
          .all(now, store.clock(), MAX_CLOSED_AT_ONCE)
      : windowsOfEntry(store, entryId);
  return rows.map((row) => {
    const window = windowFromRow(store, row);
    endWindow(store, window, join(window), now);
    store.sql("DELETE FROM windows WHERE seq = ?").run(numberOf(row, "seq"));
    return window;
  });
}

function windowsOfEntry(store: Store, id: string): readonly SqlRow[] {
  return store
    .sql(`SELECT * FROM windows WHERE run = (SELECT seq FROM runs WHERE id = ?)
        OR event = (SELECT seq FROM events WHERE id = ?)
        OR message = (SELECT seq FROM deliveries WHERE id = ?)`)
    .all(id, id, id);
}

function windowFromRow(store: Store, row: SqlRow): ClosedWindow {
  const texts = store
    .sql("SELECT at, unfenced, parts FROM window_texts WHERE window = ? ORDER BY seq")
    .all(numberOf(row, "seq"));
  return {
    entry: entryOf(store, row),
    events: numberOf(row, "events"),
    firstAt: numberOf(row, "opened_at"),
    lastAt: numberOf(row, "last_at"),
    keep: textOf(row, "keep") as ClosedWindow["keep"],
    texts: texts.map((one) => ({
      at: numberOf(one, "at"),
      isUnfenced: one["unfenced"] === 1,
      parts: JSON.parse(textOf(one, "parts")) as WindowText["parts"],
    })),
  };
}

function entryOf(store: Store, row: SqlRow): ClosedWindow["entry"] {
  // A window has an entry: its row is deleted with that of the entry.
  if (row["run"] !== null) {
    return { kind: "run", run: findRun(store, entryIdOf(store, "run", row)) as RunRecord };
  }
  if (row["event"] !== null) {
    return {
      kind: "event",
      event: findEvent(store, entryIdOf(store, "event", row)) as EventRecord,
    };
  }
  const id = entryIdOf(store, "delivery", row);
  return { kind: "delivery", delivery: findDelivery(store, id) as DeliveryRecord };
}

function endWindow(store: Store, { entry }: ClosedWindow, joined: JoinedEntry, at: number): void {
  if (entry.kind === "run" && joined.kind === "run") {
    const isChanged = joined.action !== entry.run.action;
    endGatheringRun(store, entry.run.id, isChanged ? JSON.stringify(joined.action) : undefined, at);
  }
  if (entry.kind === "event" && joined.kind === "event") {
    endGatheringEvent(store, { ...entry.event, ...joined });
    wakeFor(store, entry.event.id, at);
  }
  if (entry.kind === "delivery" && joined.kind === "delivery") {
    const { written, parts, plain } = joined;
    endGatheringDelivery(store, { ...entry.delivery, written, parts, plain }, at);
    for (const event of joined.events) {
      addEvent(store, event, { askedNow: false, beyondBound: "count" });
    }
  }
}

function wakeFor(store: Store, id: string, at: number): void {
  const row = store
    .sql(`SELECT agent FROM events WHERE id = ? AND asked_now = 1 AND NOT ${EVENT_IS_PAUSED}`)
    .get(id);
  if (row !== undefined) {
    requestHeartbeat(store, { agentId: textOf(row, "agent"), at, reason: "wake" });
  }
}

// All tables: counts, the unfinished work of the previous process, and what is old enough to delete.

import { DELIVERY_TRANSITIONS, RUN_TRANSITIONS } from "../../model/effects.ts";
import type { Counts, Ledger, Recovery } from "../../model/ledger.ts";
import type { DeliveryState, RunState } from "../../model/records.ts";
import type { SqlRow } from "../driver.ts";
import { failedAlert } from "./alerts.ts";
import { sendingDeliveries } from "./deliveries.ts";
import { runningMainTurns } from "./heartbeats.ts";
import { openRuns, runningRuns } from "./runs.ts";
import { numberOf, recordOf, type Store, textOf } from "./store.ts";

/** The durations that `Retry-After` is estimated from. */
const RECENT_TURNS = 20;

/** Rows that one transaction forgets: more would hold up what arrives meanwhile. */
const MAX_FORGOTTEN_ROWS = 500;

type StoreCounts = Omit<Counts, "bytes" | "freeBytes" | "minFreeBytes" | "fault">;

export function countAll(store: Store): StoreCounts {
  const found = new Map(
    store
      .sql("SELECT kind, state, n FROM state_counts")
      .all()
      .map((row) => [`${textOf(row, "kind")} ${textOf(row, "state")}`, numberOf(row, "n")]),
  );
  const perState = (kind: string, states: object): Record<string, number> =>
    Object.fromEntries(
      Object.keys(states).map((state) => [state, found.get(`${kind} ${state}`) ?? 0]),
    );
  const { maxRuns, maxRunsPerKey, maxWaitingEvents } = store.limits;
  return recordOf<StoreCounts>({
    runs: perState("runs", RUN_TRANSITIONS) as Record<RunState, number>,
    // Each of these reads an index, and a row at most: /healthz and /metrics are asked for every few seconds.
    oldestQueuedAt: least(
      store,
      `SELECT * FROM (
        SELECT accepted_at AS at FROM runs WHERE state = 'queued' AND head <> 6 ORDER BY seq LIMIT 1)
      UNION ALL SELECT * FROM (
        SELECT accepted_at FROM runs WHERE state = 'failed' ORDER BY seq LIMIT 1)`,
    ),
    readySince: least(store, "SELECT due_at AS at FROM runs WHERE head = 2 ORDER BY seq LIMIT 1"),
    lastEndedAt: least(store, "SELECT max(ended_at) AS at FROM runs WHERE ended_at IS NOT NULL"),
    room: Math.max(0, maxRuns - openRuns(store)),
    // The run at work is not in the queue of its key.
    fullKeys: store
      .sql(`SELECT 1 FROM runs WHERE ended_at IS NULL GROUP BY agent, session
        HAVING count(*) >= ? + EXISTS (SELECT 1 FROM runs AS works WHERE works.head = 3
          AND works.agent = runs.agent AND works.session = runs.session)`)
      .all(maxRunsPerKey).length,
    waitingEvents: found.get("events waiting") ?? 0,
    oldestEventAt: least(
      store,
      `SELECT at FROM events WHERE seq = (
        SELECT min(seq) FROM events INDEXED BY events_waiting WHERE state = 'waiting')`,
    ),
    failedAlert: failedAlert(store),
    fullSessions: store
      .sql(`SELECT agent FROM events WHERE state = 'waiting' GROUP BY agent HAVING count(*) >= ?`)
      .all(maxWaitingEvents)
      .map((row) => textOf(row, "agent")),
    deliveries: perState("deliveries", DELIVERY_TRANSITIONS) as Record<DeliveryState, number>,
    waitingDeliveries: new Map(
      store
        .sql(`SELECT channel, n, created_at FROM deliveries JOIN (
          SELECT count(*) AS n, min(seq) AS seq FROM deliveries WHERE ended_at IS NULL
          GROUP BY channel) USING (seq)`)
        .all()
        .map((row) => [
          textOf(row, "channel"),
          { count: numberOf(row, "n"), oldestAt: numberOf(row, "created_at") },
        ]),
    ),
  });
}

/** The least of the column `at`; undefined if no row has one. */
function least(store: Store, text: string): number | undefined {
  const row = store.sql(`SELECT min(at) AS at FROM (${text})`).get();
  return (row?.["at"] as number | null | undefined) ?? undefined;
}

export function countDied(store: Store, since: number): Awaited<ReturnType<Ledger["died"]>> {
  const count = (table: string): number =>
    numberOf(
      store
        .sql(`SELECT count(*) AS n FROM ${table} WHERE ended_at >= ? AND state = 'dead'`)
        .get(since) as SqlRow,
      "n",
    );
  return { runs: count("runs"), deliveries: count("deliveries") };
}

export function recentTurnMs(store: Store): readonly number[] {
  return store
    .sql(`SELECT ended_at - started_at AS ms FROM runs
      WHERE ended_at IS NOT NULL AND started_at IS NOT NULL AND state <> 'cancelled'
      ORDER BY ended_at DESC LIMIT ?`)
    .all(RECENT_TURNS)
    .map((row) => Math.max(0, numberOf(row, "ms")));
}

export function recover(store: Store): Recovery {
  const { runs, deliveries, waitingEvents } = countAll(store);
  return {
    queued: runs.queued + runs.failed,
    interruptedRuns: runningRuns(store),
    interruptedMainTurns: runningMainTurns(store),
    waitingEvents,
    deliveries: deliveries.queued + deliveries.failed,
    unknownOutcomes: sendingDeliveries(store),
  };
}

/** Each is deleted in its own transaction; a statement takes a time and a number of rows. */
const FORGETTING = [
  "DELETE FROM runs WHERE seq IN (SELECT seq FROM runs WHERE ended_at < ? LIMIT ?)",
  "DELETE FROM events WHERE seq IN (SELECT seq FROM events WHERE ended_at < ? LIMIT ?)",
  "DELETE FROM deliveries WHERE seq IN (SELECT seq FROM deliveries WHERE ended_at < ? LIMIT ?)",
  `DELETE FROM heartbeat_records
    WHERE seq IN (SELECT seq FROM heartbeat_records WHERE ended_at < ? LIMIT ?)`,
  // The others are deleted with their run, event or delivery.
  `DELETE FROM requests WHERE seq IN (
    SELECT seq FROM requests WHERE run IS NULL AND event IS NULL AND message IS NULL
      AND at < ? LIMIT ?)`,
  // The turns go first, in parts: a session may have thousands.
  `DELETE FROM turns WHERE seq IN (
    SELECT turns.seq FROM sessions JOIN turns ON turns.session = sessions.id
    WHERE last_at < ? LIMIT ?)`,
  `DELETE FROM sessions WHERE id IN (
    SELECT id FROM sessions WHERE last_at < ?
      AND NOT EXISTS (SELECT 1 FROM turns WHERE session = sessions.id) LIMIT ?)`,
];

/** Deletes some rows and answers whether there may be more. */
export function forgetSome(store: Store, before: number): boolean {
  const changes = FORGETTING.map((text) => store.sql(text).run(before, MAX_FORGOTTEN_ROWS).changes);
  const expired = store
    .sql(`DELETE FROM receipts WHERE key IN (
      SELECT key FROM receipts WHERE expires_at <= ? LIMIT ?)`)
    .run(store.clock(), MAX_FORGOTTEN_ROWS).changes;
  return [...changes, expired].some((count) => count >= MAX_FORGOTTEN_ROWS);
}

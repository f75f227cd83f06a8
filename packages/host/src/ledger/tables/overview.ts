// The tables as a whole: counts, what the life before has left, and what is old enough to forget.
import type { Counts, Recovery } from "../../model/ledger.ts";
import type { DeliveryState, RunState } from "../../model/records.ts";
import { DELIVERY_TRANSITIONS, RUN_TRANSITIONS } from "../../model/transitions.ts";
import { sendingDeliveries } from "./delivery-rows.ts";
import { runningMainTurns } from "./heartbeats.ts";
import { runningRuns } from "./run-rows.ts";
import { numberOf, recordOf, type Store, textOf } from "./store.ts";

/** The durations that `Retry-After` is estimated from. */
const RECENT_TURNS = 20;

/** Rows that one transaction forgets: more would hold up what arrives meanwhile. */
const MAX_FORGOTTEN_ROWS = 500;

export function countAll(store: Store): Omit<Counts, "bytes"> {
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
  const oldest = store
    .sql(`SELECT accepted_at FROM runs WHERE state = 'queued' ORDER BY seq LIMIT 1`)
    .get();
  return recordOf<Omit<Counts, "bytes">>({
    runs: perState("runs", RUN_TRANSITIONS) as Record<RunState, number>,
    oldestQueuedAt: oldest?.["accepted_at"] as number | undefined,
    waitingEvents: found.get("events waiting") ?? 0,
    deliveries: perState("deliveries", DELIVERY_TRANSITIONS) as Record<DeliveryState, number>,
  });
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

/** What a transaction of its own deletes; each statement takes a time and a number of rows. */
const FORGETTING = [
  "DELETE FROM runs WHERE seq IN (SELECT seq FROM runs WHERE ended_at < ? LIMIT ?)",
  "DELETE FROM events WHERE seq IN (SELECT seq FROM events WHERE ended_at < ? LIMIT ?)",
  "DELETE FROM deliveries WHERE seq IN (SELECT seq FROM deliveries WHERE ended_at < ? LIMIT ?)",
  `DELETE FROM heartbeat_records
    WHERE seq IN (SELECT seq FROM heartbeat_records WHERE ended_at < ? LIMIT ?)`,
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

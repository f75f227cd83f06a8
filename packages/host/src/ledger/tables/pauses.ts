// Rows of pauses → what an operator has paused, and the runs and events that wait for it.
import type { Ledger, MappingLimits, ParkedRuns } from "../../model/ledger.ts";
import type { Pause, PauseKind } from "../../model/pauses.ts";
import type { SqlRow } from "../driver.ts";
import {
  HEAD_IS_PARKED,
  HEAD_IS_READY,
  HEAD_WORKS,
  numberOf,
  type Store,
  textOf,
} from "./store.ts";

/** Of `held`: what a parked run waits for. */
const FOR_RESUME = "paused ";
const FOR_LIMIT = "limit ";

/** One statement parks so many at most: more would keep others waiting. */
export const MAX_PARKED_AT_ONCE = 500;

export function listPauses(store: Store): Pause[] {
  return store
    .sql("SELECT kind, id, at FROM pauses ORDER BY at, kind, id")
    .all()
    .map((row) => ({
      kind: textOf(row, "kind") as PauseKind,
      id: textOf(row, "id"),
      at: numberOf(row, "at"),
    }));
}

/** The first pause counts. */
export function addPause(store: Store, { kind, id, at }: Pause): void {
  store.sql("INSERT OR IGNORE INTO pauses (kind, id, at) VALUES (?, ?, ?)").run(kind, id, at);
  if (kind !== "mapping") return;
  // At once, so that a claim does not have to pass thousands of them.
  store
    .sql("UPDATE runs SET head = ?, held = ? WHERE head = 2 AND mapping = ?")
    .run(HEAD_IS_PARKED, FOR_RESUME + id, id);
}

/** Answers the agents for which somebody asked for a turn meanwhile; undefined if it was not paused. */
export function removePause(
  store: Store,
  { kind, id }: Omit<Pause, "at">,
): readonly string[] | undefined {
  const { changes } = store.sql("DELETE FROM pauses WHERE kind = ? AND id = ?").run(kind, id);
  if (changes === 0) return undefined;
  if (kind !== "mapping") return [];
  store
    .sql("UPDATE runs SET head = ?, held = NULL WHERE head = 5 AND held = ?")
    .run(HEAD_IS_READY, FOR_RESUME + id);
  return store
    .sql(`SELECT DISTINCT agent FROM events
      WHERE state = 'waiting' AND origin = 'wake' AND mapping = ? AND asked_now = 1`)
    .all(id)
    .map((row) => textOf(row, "agent"));
}

/** Waiting events of a paused mapping are in no prompt. */
export const EVENT_IS_PAUSED = `(origin = 'wake'
  AND coalesce(mapping IN (SELECT id FROM pauses WHERE kind = 'mapping'), 0))`;

/** Texts of a paused mapping that no run has made wait; the answers of its runs do not. */
export const DELIVERY_IS_PAUSED = `(run IS NULL AND heartbeat IS NULL
  AND coalesce(mapping IN (SELECT id FROM pauses WHERE kind = 'mapping'), 0))`;

/** Decides for a claim which ready runs have to wait. */
interface Parking {
  /** Whether it was parked. */
  park(row: SqlRow): boolean;
}

export function createParking(store: Store, limits: MappingLimits = NO_LIMITS): Parking {
  const paused = new Set(
    store
      .sql("SELECT id FROM pauses WHERE kind = 'mapping'")
      .all()
      .map((row) => textOf(row, "id")),
  );
  const reasonOf = (mapping: string): string | undefined => {
    if (paused.has(mapping)) return FOR_RESUME;
    const most = limits.get(mapping);
    return most === undefined || runningOf(store, mapping) < most ? undefined : FOR_LIMIT;
  };
  return {
    park: (row) => {
      const mapping = row["mapping"] as string | null;
      const reason = mapping === null ? undefined : reasonOf(mapping);
      if (reason === undefined) return false;
      store
        .sql("UPDATE runs SET head = ?, held = ?, held_group = NULL WHERE seq = ?")
        .run(HEAD_IS_PARKED, reason + mapping, numberOf(row, "seq"));
      return true;
    },
  };
}

const NO_LIMITS: MappingLimits = new Map();

function runningOf(store: Store, mapping: string): number {
  return numberOf(
    store
      .sql("SELECT count(*) AS n FROM runs WHERE head = ? AND mapping = ?")
      .get(HEAD_WORKS, mapping) as SqlRow,
    "n",
  );
}

/** As many as may run now, the oldest first, take their turn among all ready runs. */
export function releaseWithinLimits(store: Store, limits: MappingLimits = NO_LIMITS): void {
  for (const [mapping, most] of limits) {
    const held = FOR_LIMIT + mapping;
    const waits = store.sql("SELECT 1 FROM runs WHERE head = 5 AND held = ? LIMIT 1").get(held);
    const free = waits === undefined ? 0 : most - runningOf(store, mapping);
    if (free <= 0) continue;
    store
      .sql(`UPDATE runs SET head = ?, held = NULL WHERE seq IN (
        SELECT seq FROM runs WHERE head = 5 AND held = ? ORDER BY seq LIMIT ?)`)
      .run(HEAD_IS_READY, held, free);
  }
}

/** Runs of mappings that have no limit any more. */
export function releaseUnlimited(
  store: Store,
  limits: Parameters<Ledger["releaseUnlimited"]>[0],
): void {
  const kept = [...limits.keys()].map((mapping) => FOR_LIMIT + mapping);
  store
    .sql(`UPDATE runs SET head = ?, held = NULL WHERE head = 5 AND held >= ? AND held < ?
      AND held NOT IN (SELECT value FROM json_each(?))`)
    .run(HEAD_IS_READY, FOR_LIMIT, `${FOR_LIMIT}\u{10ffff}`, JSON.stringify(kept));
}

/** Reads what has not ended: for what is paused, or has a limit, and not on each acceptance. */
export function parkedRuns(store: Store, mappings: ReadonlySet<string>): ParkedRuns[] {
  if (mappings.size === 0) return [];
  return store
    .sql(`SELECT value AS mapping,
        (SELECT count(*) FROM runs WHERE ended_at IS NULL AND head <> 3 AND mapping = value) AS runs,
        (SELECT count(*) FROM runs WHERE head = 3 AND mapping = value) AS running,
        (SELECT count(*) FROM events WHERE state IN ('waiting', 'gathering') AND origin = 'wake'
          AND mapping = value) AS events,
        (SELECT count(*) FROM deliveries WHERE ended_at IS NULL AND run IS NULL AND mapping = value)
          AS texts
      FROM json_each(?)`)
    .all(JSON.stringify([...mappings]))
    .map((row) => ({
      mappingId: textOf(row, "mapping"),
      waiting: numberOf(row, "runs") + numberOf(row, "events") + numberOf(row, "texts"),
      running: numberOf(row, "running"),
    }));
}

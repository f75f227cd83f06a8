// Tries that did not succeed → rows beside their run or delivery, which are deleted with it.
import type { Effect } from "../../model/effects.ts";
import type { DeliveryRecord, TryRecord } from "../../model/records.ts";
import type { SqlRow } from "../driver.ts";
import { numberOf, plainOrNull, recordOf, type Store, textOf } from "./store.ts";

/** A paused runner is tried once a minute for a day: the newest say enough. */
const MAX_TRIES_KEPT = 50;

export function addRunTry(
  store: Store,
  run: SqlRow,
  effect: Extract<Effect, { kind: "run" }>,
): void {
  const { at, state, code, reason, interrupted = false } = effect;
  const started = run["started_at"];
  store
    .sql(`INSERT INTO tries (run, started_at, ended_at, state, code, reason, interrupted)
      VALUES (?, ?, ?, ?, ?, ?, ?)`)
    .run(
      numberOf(run, "seq"),
      typeof started === "number" ? started : at,
      at,
      state,
      code ?? (interrupted ? "interrupted" : "stopped"),
      plainOrNull(reason),
      interrupted ? 1 : 0,
    );
  dropOldest(store, "run", numberOf(run, "seq"));
}

interface PartTry {
  readonly before: DeliveryRecord;
  readonly change: Extract<Effect, { kind: "delivery-change" }>["change"];
  readonly at: number;
}

export function addDeliveryTry(
  store: Store,
  delivery: SqlRow,
  { before, change, at }: PartTry,
): void {
  const code = change.plain === true ? "markup_refused" : change.code;
  // The host stops before it calls the channel.
  if (code === undefined) return;
  store
    .sql(`INSERT INTO tries (delivery, part, started_at, ended_at, state, code, reason, interrupted)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`)
    .run(
      numberOf(delivery, "seq"),
      before.sentIds.length + 1,
      before.sendingAt ?? at,
      at,
      change.state ?? before.state,
      code,
      plainOrNull(change.reason),
      code === "interrupted" ? 1 : 0,
    );
  dropOldest(store, "delivery", numberOf(delivery, "seq"));
}

function dropOldest(store: Store, what: "run" | "delivery", seq: number): void {
  store
    .sql(`DELETE FROM tries WHERE ${what} = ? AND seq <= (
      SELECT seq FROM tries WHERE ${what} = ? ORDER BY seq DESC LIMIT 1 OFFSET ?)`)
    .run(seq, seq, MAX_TRIES_KEPT);
}

/** In their order. */
export function triesOf(store: Store, table: "runs" | "deliveries", id: string): TryRecord[] {
  const what = table === "runs" ? "run" : "delivery";
  return store
    .sql(`SELECT tries.* FROM tries JOIN ${table} ON tries.${what} = ${table}.seq
      WHERE ${table}.id = ? ORDER BY tries.seq`)
    .all(id)
    .map((row) => tryFromRow(id, row));
}

function tryFromRow(id: string, row: SqlRow): TryRecord {
  return recordOf<TryRecord>({
    id,
    part: row["part"],
    startedAt: numberOf(row, "started_at"),
    endedAt: numberOf(row, "ended_at"),
    state: textOf(row, "state"),
    code: row["code"],
    reason: row["reason"],
    interrupted: row["interrupted"] === 1,
  });
}

// Rows of alerts → what was said about each reason, and whether the last message of an alert was sent.
import type { AlertRecord } from "../../model/alerts.ts";
import type { Counts } from "../../model/ledger.ts";
import { numberOf, orNull, type Store, textOf } from "./store.ts";

export function listAlerts(store: Store): AlertRecord[] {
  return store
    .sql("SELECT * FROM alerts")
    .all()
    .map((row) => ({
      reason: textOf(row, "reason"),
      at: numberOf(row, "at"),
      count: numberOf(row, "n"),
      isOpen: row["is_open"] === 1,
    }));
}

export function writeAlert(store: Store, { reason, at, count, isOpen }: AlertRecord): void {
  store
    .sql("INSERT OR REPLACE INTO alerts (reason, at, n, is_open) VALUES (?, ?, ?, ?)")
    .run(reason, at, count, isOpen ? 1 : 0);
}

/** Undefined: the newest alert was sent, or waits for its first try, or there is none. */
export function failedAlert(store: Store): Counts["failedAlert"] {
  const row = store
    .sql(`SELECT id, state, code, created_at FROM deliveries
      WHERE id >= 'alert-' AND id < 'alert.' ORDER BY seq DESC LIMIT 1`)
    .get();
  if (row === undefined || row["state"] === "sent" || row["code"] === null) return undefined;
  const code = orNull(row["code"]) as string;
  return { id: textOf(row, "id"), at: numberOf(row, "created_at"), code };
}

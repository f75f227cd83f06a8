// An entry that gathers further events → how many it has, and until when.
import type { OpenWindow } from "../../model/records.ts";
import type { SqlRow } from "../driver.ts";
import { HEAD_GATHERS, numberOf, type Store } from "./store.ts";

/** The column of a window that names its entry. */
export const WINDOW_COLUMNS = { run: "run", event: "event", delivery: "message" } as const;

/** Undefined for an entry that gathers no events, or none any more. */
export function openWindowOf(
  store: Store,
  kind: keyof typeof WINDOW_COLUMNS,
  entry: SqlRow,
): OpenWindow | undefined {
  if (entry["head"] !== HEAD_GATHERS && entry["state"] !== "gathering") return undefined;
  const row = store
    .sql(`SELECT events, closes_at FROM windows WHERE ${WINDOW_COLUMNS[kind]} = ?`)
    .get(numberOf(entry, "seq"));
  return row && { events: numberOf(row, "events"), closesAt: numberOf(row, "closes_at") };
}

/** For an entry that ends before its window is closed: nothing is joined with it any more. */
export function dropWindow(store: Store, kind: keyof typeof WINDOW_COLUMNS, entry: SqlRow): void {
  if (entry["head"] !== HEAD_GATHERS) return;
  store.sql(`DELETE FROM windows WHERE ${WINDOW_COLUMNS[kind]} = ?`).run(numberOf(entry, "seq"));
}

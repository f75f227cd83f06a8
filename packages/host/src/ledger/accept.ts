// An action on its way in → its receipt, or the limit that refuses it.
import type { Acceptance, AcceptResult } from "../model/ledger.ts";
import { addEvent } from "./tables/events.ts";
import { requestHeartbeat } from "./tables/heartbeats.ts";
import { openRuns, queueRun } from "./tables/runs.ts";
import { exactText, type Store, textOf } from "./tables/store.ts";

/** In bytes, as JSON: bodies have 256 KiB, and `forEach` and templates can make more of them. */
const MAX_ACTION_BYTES = 1_048_576;

/** Runs in a transaction: the key, the limits and the entry are one commit. */
export function accept(
  store: Store,
  acceptance: Acceptance,
  isDiskFull: () => boolean,
): AcceptResult {
  const { key, at } = acceptance;
  if (key !== undefined) {
    const known = store
      .sql("SELECT receipt FROM receipts WHERE key = ? AND expires_at > ?")
      .get(exactText(key.text), at);
    if (known !== undefined) return { ok: true, receiptId: textOf(known, "receipt"), repeat: true };
  }
  if (isDiskFull()) return { ok: false, code: "storage_full" };
  const added = addEntry(store, acceptance);
  if ("refusal" in added) return { ok: false, code: added.refusal };
  const { receiptId } = added;
  if (key !== undefined) {
    store
      .sql("INSERT OR REPLACE INTO receipts (key, receipt, expires_at) VALUES (?, ?, ?)")
      .run(exactText(key.text), receiptId, at + key.ttlMs);
  }
  return { ok: true, receiptId, repeat: false };
}

type AddedEntry =
  | { readonly receiptId: string }
  | { readonly refusal: "queue_full" | "action_too_large" };

function addEntry(store: Store, { receiptId, at, entry }: Acceptance): AddedEntry {
  if (entry.kind === "run") {
    const action = JSON.stringify(entry.run.action);
    if (isTooLarge(action)) return { refusal: "action_too_large" };
    const isFull = openRuns(store) >= store.limits.maxRuns;
    return isFull || !queueRun(store, entry.run, action)
      ? { refusal: "queue_full" }
      : { receiptId };
  }
  const { event, wakeNow } = entry;
  if (isTooLarge(JSON.stringify(event))) return { refusal: "action_too_large" };
  const eventId = addEvent(store, event, { askedNow: wakeNow, beyondBound: "refuse" });
  if (eventId === undefined) return { refusal: "queue_full" };
  if (wakeNow) requestHeartbeat(store, { agentId: event.agentId, at, reason: "wake" });
  return { receiptId: eventId };
}

function isTooLarge(text: string): boolean {
  // A UTF-16 code unit has at most three bytes: most texts need no count.
  return text.length * 3 > MAX_ACTION_BYTES && Buffer.byteLength(text) > MAX_ACTION_BYTES;
}

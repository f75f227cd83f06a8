// Rows of deliveries → records: lists, one delivery, and those that are at work.

import type { FailedMessage } from "../../model/channel.ts";
import { DELIVERY_TRANSITIONS, type Effect } from "../../model/effects.ts";
import type { DeliveryFilter, Ledger } from "../../model/ledger.ts";
import type { DeliveryRecord, DeliveryState } from "../../model/records.ts";
import type { Page } from "../../model/timeline.ts";
import type { SqlRow } from "../driver.ts";
import { LedgerError } from "../ledger-error.ts";
import { dropWindow, openWindowOf } from "./open-window.ts";
import { DELIVERY_IS_PAUSED } from "./pauses.ts";
import {
  allOf,
  exactText,
  fromExactText,
  HEAD_GATHERS,
  HEAD_IS_READY,
  HEAD_WORKS,
  headOf,
  numberOf,
  orNull,
  plainOrNull,
  readPage,
  recordOf,
  type Store,
  textOf,
  type Where,
} from "./store.ts";
import { addDeliveryTry } from "./tries.ts";

export function listDeliveries(store: Store, filter: DeliveryFilter = {}): Page<DeliveryRecord> {
  const { limit, cursor } = filter;
  const select = "SELECT * FROM deliveries";
  const page = { list: "deliveries", select, table: "deliveries", limit, cursor };
  return readPage(store, { ...page, where: whereOf(filter) }, (row) => deliveryFromRow(store, row));
}

/** A retry replaces what it repeats, as for runs. */
export function selectDeliveries(store: Store, filter: DeliveryFilter): string[] {
  const { text, values } = whereOf(filter);
  return store
    .sql(`SELECT id FROM deliveries WHERE ${text}
      AND id NOT IN (SELECT retry_of FROM deliveries WHERE retry_of IS NOT NULL)
      ORDER BY seq LIMIT ?`)
    .all(...values, filter.limit ?? -1)
    .map((row) => textOf(row, "id"));
}

function whereOf(filter: DeliveryFilter): Where {
  const { state, mappingId, agentId, channel, code, since, until } = filter;
  return allOf([
    ["state = ?", state],
    ["mapping = ?", mappingId],
    ["agent = ?", agentId],
    ["channel = ?", channel],
    ["code = ?", code],
    ["coalesce(ended_at, created_at) >= ?", since],
    ["coalesce(ended_at, created_at) <= ?", until],
  ]);
}

export function waitingDeliveries(
  store: Store,
  request: Parameters<Ledger["waitingDeliveries"]>[0],
): DeliveryRecord[] {
  const { channels, others = false, createdBefore, limit } = request;
  const isOne = `channel ${others ? "NOT IN" : "IN"} (SELECT value FROM json_each(?))`;
  return store
    .sql(`SELECT * FROM deliveries WHERE ended_at IS NULL AND state <> 'sending' AND head <> 6 AND ${isOne}
      AND created_at <= ? ORDER BY seq LIMIT ?`)
    .all(JSON.stringify([...channels]), createdBefore ?? Number.MAX_SAFE_INTEGER, limit)
    .map((row) => deliveryFromRow(store, row));
}

/** More rows would hold up the start of a store with months of deliveries. */
const MAX_SENT_ROWS = 10_000;

export function lastSent(store: Store): ReadonlyMap<string, number> {
  const rows = store
    .sql(`SELECT channel, max(ended_at) AS at FROM (
      SELECT channel, ended_at FROM deliveries WHERE state = 'sent' ORDER BY seq DESC LIMIT ?)
      GROUP BY channel`)
    .all(MAX_SENT_ROWS);
  return new Map(rows.map((row) => [textOf(row, "channel"), numberOf(row, "at")]));
}

export function sentIds(
  store: Store,
  { channel, to, since }: Parameters<Ledger["sentIds"]>[0],
): readonly string[] {
  return store
    .sql("SELECT sent_ids FROM deliveries WHERE ended_at >= ? AND channel = ? AND recipient = ?")
    .all(since, channel, exactText(to))
    .flatMap((row) => JSON.parse(textOf(row, "sent_ids")) as string[]);
}

export function findDelivery(store: Store, id: string): DeliveryRecord | undefined {
  const row = store.sql("SELECT * FROM deliveries WHERE id = ?").get(id);
  return row && deliveryFromRow(store, row);
}

/** Oldest first. */
export function deliveriesOf(
  store: Store,
  what: "run" | "heartbeat",
  id: string,
): DeliveryRecord[] {
  return store
    .sql(`SELECT * FROM deliveries WHERE ${what} = ? ORDER BY +seq`)
    .all(id)
    .map((row) => deliveryFromRow(store, row));
}

/** `+seq` is sorted after it is read, so that SQLite takes the index of those at work. */
export function sendingDeliveries(store: Store): DeliveryRecord[] {
  return store
    .sql("SELECT * FROM deliveries WHERE head = 3 ORDER BY +seq")
    .all()
    .map((row) => deliveryFromRow(store, row));
}

function deliveryFromRow(store: Store, row: SqlRow): DeliveryRecord {
  return recordOf<DeliveryRecord>({
    id: textOf(row, "id"),
    agentId: textOf(row, "agent"),
    runId: row["run"],
    heartbeatId: row["heartbeat"],
    mappingId: row["mapping"],
    channel: textOf(row, "channel"),
    to: fromExactText(textOf(row, "recipient")),
    accountId: accountOf(row),
    createdAt: numberOf(row, "created_at"),
    state: textOf(row, "state") as DeliveryState,
    written: row["written"] === null ? undefined : JSON.parse(textOf(row, "written")),
    parts: JSON.parse(textOf(row, "parts")) as string[],
    sentIds: JSON.parse(textOf(row, "sent_ids")) as string[],
    sentAt: row["sent_at"] === "[]" ? undefined : JSON.parse(textOf(row, "sent_at")),
    tries: numberOf(row, "tries"),
    plain: row["plain"] === 1,
    dueAt: numberOf(row, "due_at"),
    sendingAt: row["sending_at"],
    resends: numberOf(row, "resends"),
    unsureSince: row["unsure_since"],
    endedAt: row["ended_at"],
    code: row["code"],
    reason: row["reason"],
    retryOf: row["retry_of"],
    window: openWindowOf(store, "delivery", row),
  });
}

function accountOf(row: SqlRow): string | undefined {
  return row["account"] === null ? undefined : fromExactText(textOf(row, "account"));
}

type DeliveryChange = Extract<Effect, { kind: "delivery-change" }>;

/** Deliveries: created, claimed in the order of their recipients, changed and ended. */
export function addDelivery(store: Store, delivery: DeliveryRecord, gathers = false): void {
  const { createdAt, dueAt, state } = delivery;
  if (state !== "queued" && state !== "dead") {
    throw new LedgerError("transition_refused", `A delivery cannot begin as ${state}`);
  }
  const isEnd = state === "dead";
  const to = exactText(delivery.to);
  const account = accountOfDelivery(delivery);
  const isBehind = findFirst(store, delivery.channel, to, account) !== undefined;
  const head = isEnd || isBehind ? 0 : headOf(dueAt, createdAt);
  store
    .sql(`INSERT INTO deliveries (id, agent, run, heartbeat, mapping, channel, recipient, created_at,
        state, head, tries, plain, due_at, set_at, resends, ended_at, code, reason, retry_of,
        sent_ids, parts, account, written)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
    .run(
      delivery.id,
      delivery.agentId,
      orNull(delivery.runId),
      orNull(delivery.heartbeatId),
      orNull(delivery.mappingId),
      delivery.channel,
      to,
      createdAt,
      state,
      gathers ? HEAD_GATHERS : head,
      delivery.tries,
      delivery.plain ? 1 : 0,
      dueAt,
      createdAt,
      delivery.resends,
      isEnd ? (delivery.endedAt ?? createdAt) : null,
      orNull(delivery.code),
      plainOrNull(delivery.reason),
      orNull(delivery.retryOf),
      JSON.stringify(delivery.sentIds),
      JSON.stringify(delivery.parts),
      account,
      delivery.written === undefined ? null : JSON.stringify(delivery.written),
    );
}

/** Of those that wait for one recipient; what gathers events is not among them yet. */
function findFirst(
  store: Store,
  channel: string,
  recipient: string,
  account: string | null,
): SqlRow | undefined {
  return store
    .sql(`SELECT seq, head, due_at, set_at FROM deliveries WHERE channel = ? AND recipient = ?
      AND account IS ? AND ended_at IS NULL AND head <> 6 ORDER BY seq LIMIT 1`)
    .get(channel, recipient, account);
}

/** It takes its place among those that wait for its recipient: later ones did not wait for it. */
export function endGatheringDelivery(
  store: Store,
  { id, channel, to, accountId, written, parts, plain }: DeliveryRecord,
  at: number,
): void {
  const account = accountId === undefined ? null : exactText(accountId);
  const first = findFirst(store, channel, exactText(to), account);
  store
    .sql(`UPDATE deliveries SET head = ?, due_at = ?, set_at = ?, written = ?, parts = ?, plain = ?
      WHERE id = ?`)
    .run(
      first === undefined ? HEAD_IS_READY : 0,
      at,
      at,
      JSON.stringify(written),
      JSON.stringify(parts),
      plain ? 1 : 0,
      id,
    );
}

/** A recipient whose channel is paused for a day must not fill the store. */
const MAX_WAITING_PER_RECIPIENT = 1_000;

/** False if too many wait already, in all or for this recipient. */
export function queueDelivery(
  store: Store,
  delivery: DeliveryRecord,
  { maxWaiting, gathers }: { readonly maxWaiting: number; readonly gathers: boolean },
): boolean {
  const { n: inAll } = store
    .sql(`SELECT coalesce(sum(n), 0) AS n FROM state_counts
      WHERE kind = 'deliveries' AND state IN ('queued', 'sending', 'failed')`)
    .get() as { readonly n: number };
  const { n: ofRecipient } = store
    .sql(`SELECT count(*) AS n FROM (SELECT 1 FROM deliveries
      WHERE channel = ? AND recipient = ? AND ended_at IS NULL LIMIT ?)`)
    .get(delivery.channel, exactText(delivery.to), MAX_WAITING_PER_RECIPIENT) as {
    readonly n: number;
  };
  if (inAll >= maxWaiting || ofRecipient >= MAX_WAITING_PER_RECIPIENT) return false;
  addDelivery(store, delivery, gathers);
  return true;
}

export function claimDeliveries(
  store: Store,
  { now, channels, limit }: Parameters<Ledger["claimDeliveries"]>[0],
): DeliveryRecord[] {
  store.sql("UPDATE deliveries SET head = 2 WHERE head = 1 AND due_at <= ?").run(now);
  // The clock was set back. `now` may be from before a failure that was stored meanwhile, so it cannot tell.
  store.sql("UPDATE deliveries SET head = 2 WHERE head = 1 AND set_at > ?").run(store.clock());
  const rows = [...channels].flatMap(([channel, free]) =>
    store
      .sql(`SELECT * FROM deliveries WHERE head = 2 AND channel = ? AND NOT ${DELIVERY_IS_PAUSED}
        ORDER BY seq LIMIT ?`)
      .all(channel, free),
  );
  const oldest = rows.sort((one, other) => numberOf(one, "seq") - numberOf(other, "seq"));
  return oldest.slice(0, limit).map((row) => {
    store
      .sql(`UPDATE deliveries SET head = ?, state = 'sending', sending_at = ? WHERE seq = ?`)
      .run(HEAD_WORKS, now, numberOf(row, "seq"));
    return { ...deliveryFromRow(store, row), state: "sending", sendingAt: now };
  });
}

/** The earliest time at which a delivery is due, of channels that can send now. */
export function nextDeliveryAt(store: Store, without: ReadonlySet<string>): number | undefined {
  const channels = JSON.stringify([...without]);
  const isOpen = `channel NOT IN (SELECT value FROM json_each(?)) AND NOT ${DELIVERY_IS_PAUSED}`;
  // One query for each place: only then does SQLite use the index of that place.
  const ready = store
    .sql(`SELECT due_at FROM deliveries WHERE head = 2 AND ${isOpen} LIMIT 1`)
    .get(channels);
  if (ready !== undefined) return numberOf(ready, "due_at");
  const waiting = store
    .sql(`SELECT due_at FROM deliveries WHERE head = 1 AND ${isOpen} ORDER BY due_at LIMIT 1`)
    .get(channels);
  if (waiting === undefined) return undefined;
  const now = store.clock();
  const isSetBack = store.sql("SELECT 1 FROM deliveries WHERE head = 1 AND set_at > ?").get(now);
  return isSetBack === undefined ? numberOf(waiting, "due_at") : now;
}

export function changeDelivery(store: Store, { id, change }: DeliveryChange): void {
  const row = store.sql("SELECT * FROM deliveries WHERE id = ?").get(id);
  if (row === undefined) throw new LedgerError("not_found", `There is no delivery ${id}`);
  const before = deliveryFromRow(store, row);
  const next = { ...before, ...change };
  checkTransition(before, next.state);
  const isEnd = DELIVERY_TRANSITIONS[next.state].length === 0;
  const now = store.clock();
  const head = isEnd || row["head"] === 0 ? 0 : headOf(next.dueAt, now);
  const isSent = next.sentIds.length > before.sentIds.length;
  const sentAt = isSent ? timesAfter(next, now) : (before.sentAt ?? []);
  if (!isSent && before.state === "sending")
    addDeliveryTry(store, row, { before, change, at: now });
  store
    .sql(`UPDATE deliveries SET state = ?, head = ?, sent_ids = ?, sent_at = ?, tries = ?, plain = ?, due_at = ?,
        set_at = ?, resends = ?, unsure_since = ?, ended_at = ?, code = ?, reason = ?, sending_at = ?
      WHERE seq = ?`)
    .run(
      next.state,
      next.state === "sending" ? HEAD_WORKS : head,
      JSON.stringify(next.sentIds),
      JSON.stringify(sentAt),
      next.tries,
      next.plain ? 1 : 0,
      next.dueAt,
      change.dueAt === undefined ? numberOf(row, "set_at") : now,
      next.resends,
      orNull(next.unsureSince),
      isEnd ? (next.endedAt ?? now) : null,
      orNull(next.code),
      plainOrNull(next.reason),
      next.state === "sending" ? (next.sendingAt ?? null) : null,
      numberOf(row, "seq"),
    );
  dropWindow(store, "delivery", row);
  if (isEnd) readyNextOf(store, row, now);
}

/** Parts that were sent before version 6 have no time of their own. */
function timesAfter(
  { sentIds, sentAt = [] }: Pick<DeliveryRecord, "sentIds" | "sentAt">,
  now: number,
): readonly number[] {
  return sentIds.map((_, index) => sentAt[index] ?? now);
}

/**
 * The delivery that a message of a platform belongs to, among the newest 10,000: a platform reports a failure
 * within minutes, or days for a phone that was off.
 */
export function findSentMessage(
  store: Store,
  { channel, messageId }: Pick<FailedMessage, "channel" | "messageId">,
): DeliveryRecord | undefined {
  const row = store
    .sql(`SELECT * FROM (SELECT * FROM deliveries ORDER BY seq DESC LIMIT ?)
      WHERE channel = ? AND state <> 'dead' AND state <> 'cancelled' AND instr(sent_ids, ?) > 0 LIMIT 1`)
    .get(MAX_SENT_ROWS, channel, JSON.stringify(messageId));
  return row && deliveryFromRow(store, row);
}

/** Parts that were not sent yet stay unsent: they make no sense without the one that is missing. */
export function endUndelivered(
  store: Store,
  { id, ...delivery }: DeliveryRecord,
  { code, reason, at }: Pick<FailedMessage, "code" | "reason"> & { readonly at: number },
): DeliveryRecord {
  const row = store.sql("SELECT * FROM deliveries WHERE id = ?").get(id) as SqlRow;
  store
    .sql(`UPDATE deliveries SET state = 'dead', head = 0, ended_at = ?, code = ?, reason = ?
      WHERE id = ?`)
    .run(at, code, reason, id);
  if (delivery.endedAt === undefined) readyNextOf(store, row, at);
  return { ...delivery, id, state: "dead", endedAt: at, code, reason };
}

/** A change that keeps the state, such as one more sent part, is not a transition. */
function checkTransition({ id, state }: DeliveryRecord, next: DeliveryState): void {
  const following = DELIVERY_TRANSITIONS[state];
  if (following.includes(next) || (state === next && following.length > 0)) return;
  throw new LedgerError(
    "transition_refused",
    `Delivery ${id} is ${state} and cannot become ${next}`,
  );
}

/** After an end: the next delivery to this recipient becomes its first one. */
function readyNextOf(store: Store, ended: SqlRow, now: number): void {
  const account = ended["account"] === null ? null : textOf(ended, "account");
  const next = findFirst(store, textOf(ended, "channel"), textOf(ended, "recipient"), account);
  if (next === undefined || numberOf(next, "head") !== 0) return;
  const head = headOf(numberOf(next, "due_at"), Math.max(now, numberOf(next, "set_at")));
  store.sql("UPDATE deliveries SET head = ? WHERE seq = ?").run(head, numberOf(next, "seq"));
}

function accountOfDelivery({ accountId }: DeliveryRecord): string | null {
  return accountId === undefined ? null : exactText(accountId);
}

/** In bytes: a longer answer is not a useful message. */
const MAX_ANSWER_BYTES = 1_048_576;

/** Room for the sentence that reports the cut. */
const NOTE_BYTES = 100;

/** An answer → the answer as it is stored: what is over the limit is cut, and the text says so. */
export function cutAnswer(text: string): string;

export function cutAnswer(text: string | undefined): string | undefined;

export function cutAnswer(text: string | undefined): string | undefined {
  // A UTF-16 code unit has at most three bytes.
  if (text === undefined || text.length * 3 <= MAX_ANSWER_BYTES) return text;
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length <= MAX_ANSWER_BYTES) return text;
  let end = MAX_ANSWER_BYTES - NOTE_BYTES;
  // Not inside of a character: its further bytes begin with the bits 10.
  while (((bytes[end] as number) & 0xc0) === 0x80) end -= 1;
  const kept = bytes.toString("utf8", 0, end);
  return `${kept}\n[… ${text.length - kept.length} more characters: an answer is stored up to 1 MiB]`;
}

// Deliveries: created, claimed in the order of their recipients, changed and ended.
import type { Effect } from "../../model/effects.ts";
import type { Ledger } from "../../model/ledger.ts";
import type { DeliveryRecord, DeliveryState } from "../../model/records.ts";
import { DELIVERY_TRANSITIONS } from "../../model/transitions.ts";
import type { SqlRow } from "../driver/driver.ts";
import { LedgerError } from "../ledger-error.ts";
import { deliveryFromRow } from "./delivery-rows.ts";
import { exactText, numberOf, orNull, plainOrNull, type Store, textOf } from "./store.ts";

type DeliveryChange = Extract<Effect, { kind: "delivery-change" }>;

const HEAD_WAITS = 1;
const HEAD_IS_READY = 2;
const HEAD_WORKS = 3;

export function addDelivery(store: Store, delivery: DeliveryRecord): void {
  const { createdAt, dueAt, state } = delivery;
  if (state !== "queued" && state !== "dead") {
    throw new LedgerError("transition_refused", `A delivery cannot begin as ${state}`);
  }
  const isEnd = state === "dead";
  const to = exactText(delivery.to);
  const account = accountOf(delivery);
  const isBehind = store
    .sql(
      `SELECT 1 FROM deliveries
        WHERE channel = ? AND recipient = ? AND account IS ? AND ended_at IS NULL LIMIT 1`,
    )
    .get(delivery.channel, to, account);
  store
    .sql(`INSERT INTO deliveries (id, agent, run, heartbeat, mapping, channel, recipient, created_at,
        state, head, tries, plain, due_at, set_at, resends, ended_at, code, reason, retry_of,
        sent_ids, parts, account)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
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
      isEnd || isBehind !== undefined ? 0 : headOf(dueAt, createdAt),
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
    );
}

export function claimDeliveries(
  store: Store,
  { now, channels }: Parameters<Ledger["claimDeliveries"]>[0],
): DeliveryRecord[] {
  store.sql("UPDATE deliveries SET head = 2 WHERE head = 1 AND due_at <= ?").run(now);
  store.sql("UPDATE deliveries SET head = 2 WHERE head = 1 AND set_at > ?").run(now);
  const rows = [...channels].flatMap(([channel, free]) =>
    store
      .sql("SELECT * FROM deliveries WHERE head = 2 AND channel = ? ORDER BY seq LIMIT ?")
      .all(channel, free),
  );
  return rows.map((row) => {
    store
      .sql(`UPDATE deliveries SET head = ?, state = 'sending', sending_at = ? WHERE seq = ?`)
      .run(HEAD_WORKS, now, numberOf(row, "seq"));
    return { ...deliveryFromRow(row), state: "sending", sendingAt: now };
  });
}

/** The earliest time at which a delivery is due, of channels that can send now. */
export function nextDeliveryAt(store: Store, without: ReadonlySet<string>): number | undefined {
  const channels = JSON.stringify([...without]);
  const isOpen = "channel NOT IN (SELECT value FROM json_each(?))";
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
  const before = deliveryFromRow(row);
  const next = { ...before, ...change };
  checkTransition(before, next.state);
  const isEnd = DELIVERY_TRANSITIONS[next.state].length === 0;
  const now = store.clock();
  const head = isEnd || row["head"] === 0 ? 0 : headOf(next.dueAt, now);
  store
    .sql(`UPDATE deliveries SET state = ?, head = ?, sent_ids = ?, tries = ?, plain = ?, due_at = ?,
        set_at = ?, resends = ?, ended_at = ?, code = ?, reason = ?, sending_at = ? WHERE seq = ?`)
    .run(
      next.state,
      next.state === "sending" ? HEAD_WORKS : head,
      JSON.stringify(next.sentIds),
      next.tries,
      next.plain ? 1 : 0,
      next.dueAt,
      change.dueAt === undefined ? numberOf(row, "set_at") : now,
      next.resends,
      isEnd ? (next.endedAt ?? now) : null,
      orNull(next.code),
      plainOrNull(next.reason),
      next.state === "sending" ? (next.sendingAt ?? null) : null,
      numberOf(row, "seq"),
    );
  if (isEnd) readyNextOf(store, row, now);
}

/** A change that leaves the state as it is, such as one more part that was sent, is no transition. */
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
  const next = store
    .sql(`SELECT seq, head, due_at, set_at FROM deliveries
      WHERE channel = ? AND recipient = ? AND account IS ? AND ended_at IS NULL ORDER BY seq LIMIT 1`)
    .get(
      textOf(ended, "channel"),
      textOf(ended, "recipient"),
      ended["account"] === null ? null : textOf(ended, "account"),
    );
  if (next === undefined || numberOf(next, "head") !== 0) return;
  const head = headOf(numberOf(next, "due_at"), Math.max(now, numberOf(next, "set_at")));
  store.sql("UPDATE deliveries SET head = ? WHERE seq = ?").run(head, numberOf(next, "seq"));
}

function accountOf({ accountId }: DeliveryRecord): string | null {
  return accountId === undefined ? null : exactText(accountId);
}

function headOf(dueAt: number, now: number): number {
  return dueAt <= now ? HEAD_IS_READY : HEAD_WAITS;
}

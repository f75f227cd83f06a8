// Requests → rows: one for each accepted action, and the newest that made nothing.
import type { Acceptance, RequestFilter } from "../../model/ledger.ts";
import type { RequestOutcome, StoredRequest } from "../../model/records.ts";
import type { Page } from "../../model/timeline.ts";
import type { SqlRow } from "../driver.ts";
import {
  allOf,
  exactText,
  fromExactText,
  numberOf,
  orNull,
  plainOrNull,
  plainText,
  readPage,
  recordOf,
  type Store,
  textOf,
} from "./store.ts";

/** A receipt is the id of a run, an event or a delivery; a repeat has that of the first action in a column. */
const REQUESTS = `SELECT requests.*, coalesce(runs.id, events.id, deliveries.id, receipt) AS became
  FROM requests LEFT JOIN runs ON runs.seq = requests.run LEFT JOIN events ON events.seq = requests.event
  LEFT JOIN deliveries ON deliveries.seq = requests.message`;

export function listRequests(store: Store, filter: RequestFilter = {}): Page<StoredRequest> {
  const { state, origin, code, mappingId, agentId, since, until, limit, cursor } = filter;
  const where = allOf([
    ["outcome = ?", state],
    ["hook = ?", origin],
    ["requests.code = ?", code],
    ["? IN (requests.mapping, nearest)", mappingId],
    ["? IN (runs.agent, events.agent, deliveries.agent)", agentId],
    ["requests.at >= ?", since],
    ["requests.at <= ?", until],
  ]);
  const page = { list: "requests", select: REQUESTS, table: "requests", where, limit, cursor };
  return readPage(store, page, requestFromRow);
}

/** More requests of one id are not listed: a sender may choose the id. */
const MAX_OF_ONE_ID = 100;

/** By their own id, else by the sender's id of the delivery: the newest, in their order. */
export function findRequests(store: Store, id: string): StoredRequest[] {
  const found = select(store, "requests.id = ?", exactText(id));
  return found.length > 0 ? found : select(store, "requests.delivery = ?", exactText(id));
}

/** The requests that a run or an event came with, and those that repeated them. */
export function requestsOf(store: Store, receipt: string): StoredRequest[] {
  const made = [
    ...select(store, "requests.run = (SELECT seq FROM runs WHERE id = ?)", receipt),
    ...select(store, "requests.event = (SELECT seq FROM events WHERE id = ?)", receipt),
    ...select(store, "requests.message = (SELECT seq FROM deliveries WHERE id = ?)", receipt),
  ];
  return [...made, ...select(store, `${MADE_NOTHING} AND receipt = ?`, receipt)];
}

const MADE_NOTHING = "requests.run IS NULL AND requests.event IS NULL AND requests.message IS NULL";

function select(store: Store, condition: string, value: string): StoredRequest[] {
  return store
    .sql(`${REQUESTS} WHERE ${condition} ORDER BY requests.seq DESC LIMIT ?`)
    .all(value, MAX_OF_ONE_ID)
    .map(requestFromRow)
    .reverse();
}

function requestFromRow(row: SqlRow): StoredRequest {
  const nearest =
    row["nearest"] === null
      ? undefined
      : { mappingId: textOf(row, "nearest"), clause: row["clause"] as string };
  return recordOf<StoredRequest>({
    id: fromExactText(textOf(row, "id")),
    at: numberOf(row, "at"),
    hook: textOf(row, "hook"),
    outcome: textOf(row, "outcome") as RequestOutcome,
    proved: row["proved"] === 1,
    status: row["status"],
    code: row["code"],
    detail: row["detail"],
    mappingId: row["mapping"],
    provider: row["provider"],
    deliveryId: row["delivery"] === null ? undefined : fromExactText(textOf(row, "delivery")),
    nearest,
    receipt: row["became"],
  });
}

/**
 * In the transaction of the acceptance, right after the run was added: `last_insert_rowid()` is then its number, which
 * costs no search. The ordinary path writes one row and grows two indices at their end.
 */
export function addAcceptedRequest(
  store: Store,
  { at, entry, request, window }: Acceptance,
  receiptId: string,
): void {
  if (request === undefined) return;
  const { id, hook, mappingId, provider, deliveryId } = request;
  const insertInto =
    "INSERT INTO requests (id, at, hook, outcome, proved, mapping, provider, delivery,";
  const values = [
    exactText(id),
    at,
    plainText(hook),
    orNull(mappingId),
    orNull(provider),
    deliveryId === undefined ? null : exactText(deliveryId),
  ] as const;
  if (entry.kind === "run" && window !== undefined) {
    store
      .sql(`${insertInto} run)
        VALUES (?, ?, ?, 'accepted', 1, ?, ?, ?, (SELECT seq FROM runs WHERE id = ?))`)
      .run(...values, receiptId);
    return;
  }
  if (entry.kind === "run") {
    store
      .sql(`${insertInto} run) VALUES (?, ?, ?, 'accepted', 1, ?, ?, ?, last_insert_rowid())`)
      .run(...values);
    return;
  }
  if (entry.kind === "delivery") {
    store
      .sql(`${insertInto} message)
        VALUES (?, ?, ?, 'accepted', 1, ?, ?, ?, (SELECT seq FROM deliveries WHERE id = ?))`)
      .run(...values, receiptId);
    return;
  }
  // An equal event that waits may count this one, or one that gathers events may have it.
  store
    .sql(`${insertInto} event)
      VALUES (?, ?, ?, 'accepted', 1, ?, ?, ?, (SELECT seq FROM events WHERE id = ?))`)
    .run(...values, receiptId);
}

/** Requests that made nothing: so many are kept, and so many of them from senders without a proof. */
const MAX_OF_NOTHING = 1_000;
const MAX_UNPROVED = 500;

export function noteRequests(store: Store, requests: readonly StoredRequest[]): void {
  for (const request of requests) insert(store, request);
  const nothing = `FROM requests WHERE ${MADE_NOTHING}`;
  store
    .sql(`DELETE FROM requests WHERE seq IN (SELECT seq ${nothing} AND proved = 0
      ORDER BY seq DESC LIMIT -1 OFFSET ?)`)
    .run(MAX_UNPROVED);
  store
    .sql(`DELETE FROM requests WHERE seq IN (SELECT seq ${nothing}
      ORDER BY seq DESC LIMIT -1 OFFSET ?)`)
    .run(MAX_OF_NOTHING);
}

function insert(store: Store, request: StoredRequest): void {
  const { id, at, hook, outcome, proved, mappingId, provider, deliveryId, nearest } = request;
  store
    .sql(`INSERT INTO requests (id, at, hook, outcome, proved, mapping, provider, delivery, receipt,
        status, code, detail, nearest, clause)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
    .run(
      exactText(id),
      at,
      plainText(hook),
      outcome,
      proved ? 1 : 0,
      orNull(mappingId),
      orNull(provider),
      deliveryId === undefined ? null : exactText(deliveryId),
      orNull(request.receipt),
      orNull(request.status),
      orNull(request.code),
      plainOrNull(request.detail),
      orNull(nearest?.mappingId),
      plainOrNull(nearest?.clause),
    );
}

// Heartbeats: when the main session of an agent has its next turn, which one runs, and what they came to.
import type { Effect } from "../../model/effects.ts";
import type {
  ClaimedMainTurn,
  HeartbeatFilter,
  Ledger,
  RunningMainTurn,
} from "../../model/ledger.ts";
import type { HeartbeatOutcome, HeartbeatRecord, HeartbeatState } from "../../model/records.ts";
import type { Page } from "../../model/timeline.ts";
import type { TurnReason } from "../../model/turn.ts";
import type { SqlRow } from "../driver.ts";
import { LedgerError } from "../ledger-error.ts";
import { claimEvents } from "./events.ts";
import { recentTurns } from "./sessions.ts";
import {
  allOf,
  exactText,
  numberOf,
  orNull,
  plainText,
  readPage,
  recordOf,
  type Store,
  textOf,
} from "./store.ts";

type HeartbeatEffect = Extract<Effect, { kind: "heartbeat" }>;

/** An earlier request stays: its time says since when somebody waits. */
export function requestHeartbeat(
  store: Store,
  {
    agentId,
    at,
    reason,
  }: { readonly agentId: string; readonly at: number; readonly reason: TurnReason },
): void {
  store
    .sql(`INSERT INTO heartbeats (agent, requested_at, request_reason) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET
        request_reason = CASE WHEN requested_at IS NULL THEN excluded.request_reason
          ELSE request_reason END,
        requested_at = coalesce(requested_at, excluded.requested_at)`)
    .run(agentId, at, reason);
}

export function scheduleHeartbeat(
  store: Store,
  { agentId, nextAt }: { readonly agentId: string; readonly nextAt?: number },
): void {
  store
    .sql(`INSERT INTO heartbeats (agent, next_at) VALUES (?, ?)
      ON CONFLICT DO UPDATE SET next_at = excluded.next_at`)
    .run(agentId, orNull(nextAt));
}

export function claimMainTurn(
  store: Store,
  request: Parameters<Ledger["claimMainTurn"]>[0],
): ClaimedMainTurn | undefined {
  const { agentId, turnId, reason, now } = request;
  const key = exactText(request.mainKey);
  const isBusy = store
    .sql(`SELECT 1 FROM heartbeats WHERE agent = ? AND running_id IS NOT NULL
      UNION ALL SELECT 1 FROM runs WHERE head = 3 AND agent = ? AND session = ?`)
    .get(agentId, agentId, key);
  if (isBusy !== undefined) return undefined;
  const heartbeat = findHeartbeat(store, agentId);
  store
    .sql(`INSERT INTO heartbeats (agent, running_id, running_key, running_reason, running_since)
      VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET running_id = excluded.running_id, running_key = excluded.running_key,
        running_reason = excluded.running_reason, running_since = excluded.running_since`)
    .run(agentId, turnId, key, reason, now);
  const { events, left, leftAskedNow } = claimEvents(store, request);
  // A user's turn is not a heartbeat: it takes events but changes no schedule.
  if (reason !== "prompt") {
    store
      .sql(`UPDATE heartbeats SET last_started_at = ?, requested_at = NULL, request_reason = NULL
        WHERE agent = ?`)
      .run(now, agentId);
  }
  if (leftAskedNow) requestHeartbeat(store, { agentId, at: now, reason: "wake" });
  return { turnId, heartbeat, events, left, ...recentTurns(store, agentId, request.mainKey) };
}

export function endHeartbeat(store: Store, effect: HeartbeatEffect): void {
  const { record, failures, retryAt, nextAt, deliveredAnswer } = effect;
  const { agentId } = record;
  const isSkipped = record.outcome.startsWith("skipped");
  const state = store.sql("SELECT running_id FROM heartbeats WHERE agent = ?").get(agentId);
  if (!isSkipped && state?.["running_id"] !== record.id) {
    throw new LedgerError("transition_refused", `Turn ${record.id} of a main session has ended`);
  }
  store
    .sql(`INSERT INTO heartbeat_records (id, agent, reason, started_at, ended_at, outcome, events)
      VALUES (?, ?, ?, ?, ?, ?, ?)`)
    .run(
      record.id,
      agentId,
      record.reason,
      record.startedAt,
      record.endedAt,
      plainText(record.outcome),
      record.events,
    );
  store
    .sql(`INSERT INTO heartbeats (agent, next_at, failures, retry_at) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET next_at = coalesce(excluded.next_at, next_at),
        failures = excluded.failures, retry_at = excluded.retry_at`)
    .run(agentId, orNull(nextAt), failures, orNull(retryAt));
  if (isSkipped) {
    if (record.reason !== "interval") clearRequest(store, agentId, record.endedAt);
  } else {
    freeMainSession(store, record);
  }
  if (deliveredAnswer !== undefined) {
    store
      .sql("UPDATE heartbeats SET last_answer = ?, last_answer_at = ? WHERE agent = ?")
      .run(plainText(deliveredAnswer), record.endedAt, agentId);
  }
}

function freeMainSession(store: Store, { agentId, reason, endedAt }: HeartbeatRecord): void {
  store
    .sql(`UPDATE heartbeats SET running_id = NULL, running_key = NULL, running_reason = NULL,
        running_since = NULL, last_ended_at = CASE WHEN ? THEN last_ended_at ELSE ? END
      WHERE agent = ?`)
    .run(reason === "prompt" ? 1 : 0, endedAt, agentId);
}

/** A request from further ahead than this was made before the clock was set back. */
const MAX_AHEAD_MS = 60_000;

/**
 * A skipped heartbeat answers the request that it was for, and none that came after it: an event that was added since
 * the skip was planned keeps its request.
 */
function clearRequest(store: Store, agentId: string, at: number): void {
  store
    .sql(`UPDATE heartbeats SET requested_at = NULL, request_reason = NULL
      WHERE agent = ? AND (requested_at <= ? OR requested_at > ?) AND NOT EXISTS (
        SELECT 1 FROM events WHERE agent = heartbeats.agent AND state = 'waiting' AND asked_now = 1)`)
    .run(agentId, at, at + MAX_AHEAD_MS);
}

export function listHeartbeats(store: Store): HeartbeatState[] {
  return store.sql("SELECT * FROM heartbeats ORDER BY agent").all().map(stateFromRow);
}

function findHeartbeat(store: Store, agentId: string): HeartbeatState {
  const row = store.sql("SELECT * FROM heartbeats WHERE agent = ?").get(agentId);
  return row === undefined ? { agentId, failures: 0 } : stateFromRow(row);
}

function stateFromRow(row: SqlRow): HeartbeatState {
  return recordOf<HeartbeatState>({
    agentId: textOf(row, "agent"),
    nextAt: row["next_at"],
    requestedAt: row["requested_at"],
    requestReason: row["request_reason"],
    lastStartedAt: row["last_started_at"],
    lastEndedAt: row["last_ended_at"],
    failures: numberOf(row, "failures"),
    retryAt: row["retry_at"],
    lastAnswer: row["last_answer"],
    lastAnswerAt: row["last_answer_at"],
    runningId: row["running_id"],
  });
}

export function runningMainTurns(store: Store): RunningMainTurn[] {
  return store
    .sql("SELECT * FROM heartbeats WHERE running_id IS NOT NULL ORDER BY agent")
    .all()
    .map((row) => ({
      agentId: textOf(row, "agent"),
      turnId: textOf(row, "running_id"),
      reason: textOf(row, "running_reason") as TurnReason,
      startedAt: numberOf(row, "running_since"),
    }));
}

export function listHeartbeatRecords(
  store: Store,
  filter: HeartbeatFilter = {},
): Page<HeartbeatRecord> {
  const { agentId, code, since, until, limit, cursor } = filter;
  const where = allOf([
    ["agent = ?", agentId],
    ["replace(outcome, 'failed: ', '') = ?", code],
    ["ended_at >= ?", since],
    ["ended_at <= ?", until],
  ]);
  const select = "SELECT * FROM heartbeat_records";
  const page = { list: "heartbeats", select, table: "heartbeat_records", where, limit, cursor };
  return readPage(store, page, recordFromRow);
}

export function findHeartbeatRecord(store: Store, id: string): HeartbeatRecord | undefined {
  const row = store.sql("SELECT * FROM heartbeat_records WHERE id = ? ORDER BY seq DESC").get(id);
  return row && recordFromRow(row);
}

function recordFromRow(row: SqlRow): HeartbeatRecord {
  return {
    id: textOf(row, "id"),
    agentId: textOf(row, "agent"),
    reason: textOf(row, "reason") as TurnReason,
    startedAt: numberOf(row, "started_at"),
    endedAt: numberOf(row, "ended_at"),
    outcome: textOf(row, "outcome") as HeartbeatOutcome,
    events: numberOf(row, "events"),
  };
}

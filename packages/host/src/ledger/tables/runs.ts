// Runs: accepted, claimed in the order of their keys, and ended.
import type { Effect } from "../../model/effects.ts";
import type { ClaimedRun } from "../../model/ledger.ts";
import type { RunRecord, RunState } from "../../model/records.ts";
import { RUN_TRANSITIONS } from "../../model/transitions.ts";
import type { SqlRow } from "../driver/driver.ts";
import { LedgerError } from "../ledger-error.ts";
import { cutAnswer } from "./cut-answer.ts";
import { RUNS_WITH_ACTIONS, runFromRow } from "./run-rows.ts";
import { recentTurns } from "./sessions.ts";
import { exactText, numberOf, orNull, plainOrNull, type Store, textOf } from "./store.ts";

type RunEffect = Extract<Effect, { kind: "run" }>;

const HEAD_WAITS = 1;
const HEAD_IS_READY = 2;
const HEAD_WORKS = 3;

/** A run of the main session and a heartbeat are turns of one session: only one at a time. */
const MAIN_SESSION_IS_FREE = `NOT EXISTS (
  SELECT 1 FROM heartbeats AS h
  WHERE h.agent = runs.agent AND h.running_key = runs.session AND h.running_id IS NOT NULL)`;

export function openRuns(store: Store): number {
  const row = store
    .sql(`SELECT sum(n) AS n FROM state_counts
      WHERE kind = 'runs' AND state IN ('queued', 'running', 'failed')`)
    .get();
  return (row?.["n"] as number | null | undefined) ?? 0;
}

/** The first run of a key that has not ended: the others stand behind it. */
function findFirst(store: Store, agent: string, session: string): SqlRow | undefined {
  return store
    .sql(`SELECT seq, head, due_at, set_at FROM runs
      WHERE agent = ? AND session = ? AND ended_at IS NULL ORDER BY seq LIMIT 1`)
    .get(agent, session);
}

/** Answers false where the queue of the key is full: the run that is at work is not in the queue. */
export function queueRun(store: Store, run: RunRecord, action: string): boolean {
  const session = exactText(run.sessionKey);
  const first = findFirst(store, run.agentId, session);
  if (first !== undefined) {
    const waiting = store.limits.maxRunsPerKey - (first["head"] === HEAD_WORKS ? 0 : 1);
    const last = store
      .sql(`SELECT seq FROM runs WHERE agent = ? AND session = ? AND ended_at IS NULL
        ORDER BY seq LIMIT 1 OFFSET ?`)
      .get(run.agentId, session, waiting);
    if (last !== undefined) return false;
  }
  insert(store, run, { session, action, isFirst: first === undefined });
  return true;
}

/** Adds a run whatever the limits say: an operator asked for it. */
export function addRun(store: Store, run: RunRecord): void {
  const session = exactText(run.sessionKey);
  const isFirst = findFirst(store, run.agentId, session) === undefined;
  insert(store, run, { session, action: JSON.stringify(run.action), isFirst });
}

function insert(
  store: Store,
  run: RunRecord,
  { session, action, isFirst }: { session: string; action: string; isFirst: boolean },
): void {
  const { acceptedAt } = run;
  store
    .sql(`INSERT INTO runs (id, agent, session, mapping, source, accepted_at, state, head, attempt,
        interruptions, due_at, set_at, retry_of)
      VALUES (?, ?, ?, ?, ?, ?, 'queued', ?, 0, 0, ?, ?, ?)`)
    .run(
      run.id,
      run.agentId,
      session,
      orNull(run.mappingId),
      run.source,
      acceptedAt,
      isFirst ? headOf(run.dueAt, acceptedAt) : 0,
      run.dueAt,
      acceptedAt,
      orNull(run.retryOf),
    );
  store
    .sql(`INSERT INTO run_actions (seq, tainted_fields, action)
      VALUES (last_insert_rowid(), ?, ?)`)
    .run(JSON.stringify(run.taintedFields), action);
}

export function claimRuns(
  store: Store,
  { now, limit }: { readonly now: number; readonly limit: number },
): ClaimedRun[] {
  store.sql("UPDATE runs SET head = 2 WHERE head = 1 AND due_at <= ?").run(now);
  store.sql("UPDATE runs SET head = 2 WHERE head = 1 AND set_at > ?").run(now);
  const rows = store
    .sql(`${RUNS_WITH_ACTIONS} WHERE head = 2 AND ${MAIN_SESSION_IS_FREE}
      ORDER BY runs.seq LIMIT ?`)
    .all(limit);
  return rows.map((row) => {
    store
      .sql(`UPDATE runs SET head = ?, state = 'running', attempt = attempt + 1, started_at = ?
        WHERE seq = ?`)
      .run(HEAD_WORKS, now, numberOf(row, "seq"));
    const before = runFromRow(row);
    const run: RunRecord = {
      ...before,
      state: "running",
      attempt: before.attempt + 1,
      startedAt: now,
    };
    return { run, ...recentTurns(store, run.agentId, run.sessionKey) };
  });
}

/** The earliest time at which a run that may start is due. */
export function nextRunAt(store: Store): number | undefined {
  const ready = store
    .sql(`SELECT due_at FROM runs WHERE head = 2 AND ${MAIN_SESSION_IS_FREE} ORDER BY seq LIMIT 1`)
    .get();
  if (ready !== undefined) return numberOf(ready, "due_at");
  const waiting = store
    .sql(`SELECT due_at FROM runs WHERE head = 1 AND ${MAIN_SESSION_IS_FREE}
      ORDER BY due_at LIMIT 1`)
    .get();
  if (waiting === undefined) return undefined;
  const now = store.clock();
  const isSetBack = store.sql("SELECT 1 FROM runs WHERE head = 1 AND set_at > ?").get(now);
  return isSetBack === undefined ? numberOf(waiting, "due_at") : now;
}

export function endTry(store: Store, effect: RunEffect): void {
  const row = store
    .sql("SELECT seq, agent, session, state, head FROM runs WHERE id = ?")
    .get(effect.runId);
  if (row === undefined) {
    throw new LedgerError("not_found", `There is no run ${effect.runId}`);
  }
  const state = textOf(row, "state") as RunState;
  if (!RUN_TRANSITIONS[state].includes(effect.state)) {
    throw new LedgerError(
      "transition_refused",
      `Run ${effect.runId} is ${state} and cannot become ${effect.state}`,
    );
  }
  const isEnd = RUN_TRANSITIONS[effect.state].length === 0;
  const dueAt = effect.dueAt ?? effect.at;
  const head = isEnd || numberOf(row, "head") === 0 ? 0 : headOf(dueAt, effect.at);
  store
    .sql(`UPDATE runs SET state = ?, head = ?, due_at = ?, set_at = ?, ended_at = ?, code = ?, reason = ?,
        answer = ?, partial = ?, thinking = coalesce(?, thinking),
        attempt = max(0, attempt - ?), interruptions = interruptions + ?
      WHERE seq = ?`)
    .run(
      effect.state,
      head,
      dueAt,
      effect.at,
      isEnd ? effect.at : null,
      orNull(effect.code),
      plainOrNull(effect.reason),
      plainOrNull(cutAnswer(effect.answer)),
      plainOrNull(cutAnswer(effect.partial)),
      orNull(effect.thinking),
      effect.countAttempt === false ? 1 : 0,
      effect.interrupted === true ? 1 : 0,
      numberOf(row, "seq"),
    );
  if (isEnd) readyNextOf(store, row, effect.at);
}

/** After an end: the next run of the key becomes its first one. */
function readyNextOf(store: Store, ended: SqlRow, at: number): void {
  const next = findFirst(store, textOf(ended, "agent"), textOf(ended, "session"));
  if (next === undefined || numberOf(next, "head") !== 0) return;
  store
    .sql("UPDATE runs SET head = ? WHERE seq = ?")
    .run(
      headOf(numberOf(next, "due_at"), Math.max(at, numberOf(next, "set_at"))),
      numberOf(next, "seq"),
    );
}

function headOf(dueAt: number, now: number): number {
  return dueAt <= now ? HEAD_IS_READY : HEAD_WAITS;
}

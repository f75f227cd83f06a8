// Rows of runs → records: lists, one run, and those that are at work.
import type { AgentAction } from "@hookwright/core";
import { type Effect, RUN_TRANSITIONS } from "../../model/effects.ts";
import type { ClaimedRun, Ledger, RunFilter, RunOutcome } from "../../model/ledger.ts";
import { NOTIFY_CHANNEL } from "../../model/notify.ts";
import type { RunRecord, RunState } from "../../model/records.ts";
import type { Page } from "../../model/timeline.ts";
import type { SqlRow } from "../driver.ts";
import { LedgerError } from "../ledger-error.ts";
import { cutAnswer } from "./deliveries.ts";
import { dropWindow, openWindowOf } from "./open-window.ts";
import { createParking, MAX_PARKED_AT_ONCE, releaseWithinLimits } from "./pauses.ts";
import { recentTurns } from "./sessions.ts";
import {
  allOf,
  exactText,
  fromExactText,
  HEAD_GATHERS,
  HEAD_IS_HELD,
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
import { addRunTry } from "./tries.ts";

/** A run with its action, which is in a separate table, so that a change of state does not rewrite it. */
const RUNS_WITH_ACTIONS =
  "SELECT runs.*, action, tainted_fields FROM runs JOIN run_actions USING (seq)";

export function listRuns(store: Store, filter: RunFilter = {}): Page<RunRecord> {
  const { limit, cursor } = filter;
  const page = { list: "runs", select: RUNS_WITH_ACTIONS, table: "runs", limit, cursor };
  return readPage(store, { ...page, where: whereOf(filter) }, (row) => runFromRow(store, row));
}

/** A retry replaces what it repeats: to retry a selection twice has the effect of once. */
export function selectRuns(store: Store, filter: RunFilter): string[] {
  const { text, values } = whereOf(filter);
  return store
    .sql(`SELECT id FROM runs WHERE ${text}
      AND id NOT IN (SELECT retry_of FROM runs WHERE retry_of IS NOT NULL) ORDER BY seq LIMIT ?`)
    .all(...values, filter.limit ?? -1)
    .map((row) => textOf(row, "id"));
}

function whereOf(filter: RunFilter): Where {
  const { state, key, mappingId, agentId, channel, code, since, until } = filter;
  return allOf([
    ["state = ?", state],
    ["session = ?", key === undefined ? undefined : exactText(key)],
    ["mapping = ?", mappingId],
    ["agent = ?", agentId],
    ["code = ?", code],
    ["coalesce(ended_at, accepted_at) >= ?", since],
    ["coalesce(ended_at, accepted_at) <= ?", until],
    ["EXISTS (SELECT 1 FROM deliveries WHERE deliveries.run = runs.id AND channel = ?)", channel],
  ]);
}

export function findRun(store: Store, id: string): RunRecord | undefined {
  const row = store.sql(`${RUNS_WITH_ACTIONS} WHERE runs.id = ?`).get(id);
  return row && runFromRow(store, row);
}

/** Events for endpoints are about a run, and not its answer. */
export function findOutcome(
  store: Store,
  id: string,
  { withAnswer }: { readonly withAnswer: boolean },
): RunOutcome | undefined {
  const row = store
    .sql("SELECT state, code, proof, CASE WHEN ? THEN answer END AS answer FROM runs WHERE id = ?")
    .get(withAnswer ? 1 : 0, id);
  if (row === undefined) return undefined;
  return recordOf<RunOutcome>({
    state: textOf(row, "state"),
    code: row["code"],
    answer: row["answer"],
    proof: row["proof"],
    deliveries: store
      .sql("SELECT channel, state FROM deliveries WHERE run = ? AND channel <> ? ORDER BY +seq")
      .all(id, NOTIFY_CHANNEL)
      .map((of) => ({ channel: textOf(of, "channel"), state: textOf(of, "state") })),
  });
}

/** The runs that an operator made of this one, oldest first. */
export function repeatsOf(store: Store, id: string): RunRecord[] {
  return store
    .sql(`${RUNS_WITH_ACTIONS} WHERE runs.retry_of = ? ORDER BY +runs.seq`)
    .all(id)
    .map((row) => runFromRow(store, row));
}

/** `+seq` is sorted after it is read, so that SQLite takes the index of those at work. */
export function runningRuns(store: Store): RunRecord[] {
  return store
    .sql(`${RUNS_WITH_ACTIONS} WHERE head = 3 ORDER BY +runs.seq`)
    .all()
    .map((row) => runFromRow(store, row));
}

function runFromRow(store: Store, row: SqlRow): RunRecord {
  return recordOf<RunRecord>({
    id: textOf(row, "id"),
    agentId: textOf(row, "agent"),
    sessionKey: fromExactText(textOf(row, "session")),
    mappingId: row["mapping"],
    action: JSON.parse(textOf(row, "action")) as AgentAction,
    taintedFields: JSON.parse(textOf(row, "tainted_fields")) as string[],
    source: textOf(row, "source"),
    proof: row["proof"],
    acceptedAt: numberOf(row, "accepted_at"),
    state: textOf(row, "state") as RunState,
    attempt: numberOf(row, "attempt"),
    interruptions: numberOf(row, "interruptions"),
    suspect: row["suspect"] === 1 ? true : undefined,
    dueAt: numberOf(row, "due_at"),
    startedAt: row["started_at"],
    triedSince: row["tried_since"],
    calledAt: row["called_at"],
    stopped: [undefined, "now", "before"][numberOf(row, "stopped")],
    endedAt: row["ended_at"],
    code: row["code"],
    reason: row["reason"],
    answer: row["answer"],
    partial: row["partial"],
    thinking: row["thinking"],
    note: row["note"],
    answered: row["answered"],
    retryOf: row["retry_of"],
    window: openWindowOf(store, "run", row),
  });
}

type RunEffect = Extract<Effect, { kind: "run" }>;

type RunCalledEffect = Extract<Effect, { kind: "run-called" }>;

/** One transaction holds so many at most: more would keep others waiting. */
const MAX_HELD_AT_ONCE = 500;

/** How many of the held runs that are too old one look gives. */
const MAX_OLD_RUNS = 100;

/** A run of the main session and a heartbeat are turns of one session: only one at a time. */
const MAIN_SESSION_IS_FREE = `NOT EXISTS (
  SELECT 1 FROM heartbeats AS h
  WHERE h.agent = runs.agent AND h.running_key = runs.session AND h.running_id IS NOT NULL)`;

/** Searches of one row each: `IN` and `sum` would cost a tenth of an acceptance. */
const OPEN_RUNS = ["queued", "running", "failed"]
  .map(
    (state) =>
      `coalesce((SELECT n FROM state_counts WHERE kind = 'runs' AND state = '${state}'), 0)`,
  )
  .join(" + ");

/** Runs: accepted, claimed in the order of their keys, and ended. */
export function openRuns(store: Store): number {
  return numberOf(store.sql(`SELECT ${OPEN_RUNS} AS n`).get() as SqlRow, "n");
}

/** The first run of a key that has not ended; the others wait for it. */
function findFirst(store: Store, agent: string, session: string): SqlRow | undefined {
  return store
    .sql(`SELECT seq, head, due_at, set_at FROM runs
      WHERE agent = ? AND session = ? AND ended_at IS NULL AND head <> 6 ORDER BY seq LIMIT 1`)
    .get(agent, session);
}

/**
 * Answers false where the queue, or that of the key, is full: a run that is at work is not in the queue of its key. One
 * that gathers events is in no queue yet, and counts.
 */
export function queueRun(
  store: Store,
  run: RunRecord,
  { action, gathers }: { readonly action: string; readonly gathers: boolean },
): boolean {
  const session = exactText(run.sessionKey);
  // One statement: each call into the library costs as much as the search.
  const row = store
    .sql(`SELECT ${OPEN_RUNS} AS open, (SELECT head FROM runs
        WHERE agent = ? AND session = ? AND ended_at IS NULL AND head <> 6 ORDER BY seq LIMIT 1)
        AS head`)
    .get(run.agentId, session) as SqlRow;
  if (numberOf(row, "open") >= store.limits.maxRuns) return false;
  const first = row["head"] as number | null;
  const isFirst = first === null;
  if (!isFirst || gathers) {
    const waiting = store.limits.maxRunsPerKey - (first === HEAD_WORKS ? 0 : 1);
    const last = store
      .sql(`SELECT seq FROM runs WHERE agent = ? AND session = ? AND ended_at IS NULL
        ORDER BY seq LIMIT 1 OFFSET ?`)
      .get(run.agentId, session, waiting);
    if (last !== undefined) return false;
  }
  const place = isFirst ? headOf(run.dueAt, run.acceptedAt) : 0;
  const head = gathers ? HEAD_GATHERS : place;
  insert(store, run, { session, action, head });
  return true;
}

/** Adds a run whatever the limits say: an operator asked for it. */
export function addRun(store: Store, run: RunRecord): void {
  const session = exactText(run.sessionKey);
  const isFirst = findFirst(store, run.agentId, session) === undefined;
  const head = isFirst ? headOf(run.dueAt, run.acceptedAt) : 0;
  insert(store, run, { session, action: JSON.stringify(run.action), head });
}

/** It takes its place among the runs of its key that wait: later ones did not wait for it. */
export function endGatheringRun(
  store: Store,
  id: string,
  action: string | undefined,
  at: number,
): void {
  const row = store.sql("SELECT seq, agent, session FROM runs WHERE id = ?").get(id) as SqlRow;
  const seq = numberOf(row, "seq");
  if (action !== undefined) {
    store.sql("UPDATE run_actions SET action = ? WHERE seq = ?").run(action, seq);
  }
  const first = findFirst(store, textOf(row, "agent"), textOf(row, "session"));
  store
    .sql("UPDATE runs SET head = ?, due_at = ?, set_at = ? WHERE seq = ?")
    .run(first === undefined ? HEAD_IS_READY : 0, at, at, seq);
}

function insert(
  store: Store,
  run: RunRecord,
  { session, action, head }: { session: string; action: string; head: number },
): void {
  const { acceptedAt } = run;
  store
    .sql(`INSERT INTO runs (id, agent, session, mapping, source, accepted_at, state, head, attempt,
        interruptions, due_at, set_at, retry_of, proof)
      VALUES (?, ?, ?, ?, ?, ?, 'queued', ?, 0, 0, ?, ?, ?, ?)`)
    .run(
      run.id,
      run.agentId,
      session,
      orNull(run.mappingId),
      run.source,
      acceptedAt,
      head,
      run.dueAt,
      acceptedAt,
      orNull(run.retryOf),
      orNull(run.proof),
    );
  store
    .sql(`INSERT INTO run_actions (seq, tainted_fields, action)
      VALUES (last_insert_rowid(), ?, ?)`)
    .run(JSON.stringify(run.taintedFields), action);
}

export function claimRuns(
  store: Store,
  { now, limit, suspects, hold, limits }: Parameters<Ledger["claimRuns"]>[0],
): ClaimedRun[] {
  store.sql("UPDATE runs SET head = 2 WHERE head = 1 AND due_at <= ?").run(now);
  // The clock was set back. `now` may be from before a failure that was stored meanwhile, so it cannot tell.
  store.sql("UPDATE runs SET head = 2 WHERE head = 1 AND set_at > ?").run(store.clock());
  releaseWithinLimits(store, limits);
  const parking = createParking(store, limits);
  const which = suspects === undefined ? "" : `AND suspect = ${suspects ? 1 : 0}`;
  const ready = `${RUNS_WITH_ACTIONS} WHERE head = 2 ${which} AND ${MAIN_SESSION_IS_FREE}
    ORDER BY runs.seq LIMIT ?`;
  const claimed: ClaimedRun[] = [];
  let held = 0;
  while (claimed.length < limit && held < MAX_HELD_AT_ONCE) {
    const rows = store.sql(ready).all(limit - claimed.length);
    if (rows.length === 0) break;
    for (const row of rows) {
      if (parking.park(row) || holdRow(store, row, hold)) held += 1;
      else claimed.push(claim(store, row, now));
    }
  }
  return claimed;
}

function holdRow(
  store: Store,
  row: SqlRow,
  hold: Parameters<Ledger["claimRuns"]>[0]["hold"],
): boolean {
  const why = hold?.(runFromRow(store, row));
  if (why === undefined) return false;
  store
    .sql("UPDATE runs SET head = ?, held = ?, held_group = ? WHERE seq = ?")
    .run(HEAD_IS_HELD, exactText(why.pair), exactText(why.group), numberOf(row, "seq"));
  return true;
}

export function claimHeldRun(
  store: Store,
  { now, pair, after = "", suspects, limits }: Parameters<Ledger["claimHeldRun"]>[0],
): { readonly claimed: ClaimedRun; readonly group: string } | undefined {
  const which = suspects ? "" : "AND suspect = 0";
  const held = `${RUNS_WITH_ACTIONS} WHERE head = 4 AND held = ? AND held_group > ? ${which}
    AND ${MAIN_SESSION_IS_FREE} ORDER BY held_group, runs.seq LIMIT 1`;
  const find = (group: string): SqlRow | undefined =>
    store.sql(held).get(exactText(pair), exactText(group));
  const parking = createParking(store, limits);
  // After the last group comes the first one again.
  let row = find(after) ?? find("");
  for (let parked = 0; row !== undefined && parking.park(row); parked++) {
    if (parked >= MAX_PARKED_AT_ONCE) return undefined;
    row = find(after) ?? find("");
  }
  if (row === undefined) return undefined;
  return { claimed: claim(store, row, now), group: fromExactText(textOf(row, "held_group")) };
}

function claim(store: Store, row: SqlRow, now: number): ClaimedRun {
  store
    .sql(`UPDATE runs SET head = ?, state = 'running', attempt = attempt + 1, started_at = ?,
        tried_since = coalesce(tried_since, ?), called_at = NULL, held = NULL, held_group = NULL
      WHERE seq = ?`)
    .run(HEAD_WORKS, now, now, numberOf(row, "seq"));
  const { calledAt: _, ...before } = runFromRow(store, row);
  const run: RunRecord = {
    ...before,
    state: "running",
    attempt: before.attempt + 1,
    startedAt: now,
    triedSince: before.triedSince ?? now,
  };
  return { run, ...recentTurns(store, run.agentId, run.sessionKey) };
}

export function releaseRuns(store: Store, pair?: string): void {
  store
    .sql(`UPDATE runs SET head = ?, held = NULL, held_group = NULL
      WHERE head = 4 AND held = coalesce(?, held)`)
    .run(HEAD_IS_READY, pair === undefined ? null : exactText(pair));
}

export function heldRuns(store: Store, acceptedBefore: number): RunRecord[] {
  return store
    .sql(`${RUNS_WITH_ACTIONS} WHERE head = 4 AND accepted_at < ?
      ORDER BY accepted_at, runs.seq LIMIT ?`)
    .all(acceptedBefore, MAX_OLD_RUNS)
    .map((row) => runFromRow(store, row));
}

export function hasSuspects(store: Store): boolean {
  return store.sql("SELECT 1 FROM runs WHERE suspect = 1 LIMIT 1").get() !== undefined;
}

/** No try that was given back, or has ended, may be marked: its interruption would count twice. */
export function markCalled(store: Store, { runId, at }: RunCalledEffect): void {
  const { changes } = store
    .sql("UPDATE runs SET called_at = ? WHERE id = ? AND state = 'running'")
    .run(at, runId);
  if (changes > 0) return;
  throw new LedgerError("transition_refused", `Run ${runId} is not running any more`);
}

/** The host was ordered to stop: how runs that are at work now are cut off is not their fault. */
export function noteStop(store: Store): void {
  store.sql("UPDATE runs SET stopped = 1 WHERE head = ?").run(HEAD_WORKS);
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
    .sql("SELECT seq, agent, session, state, head, started_at FROM runs WHERE id = ?")
    .get(effect.runId);
  if (row === undefined) {
    throw new LedgerError("not_found", `There is no run ${effect.runId}`);
  }
  const state = textOf(row, "state") as RunState;
  checkTransition(state, effect);
  const isEnd = RUN_TRANSITIONS[effect.state].length === 0;
  const dueAt = effect.dueAt ?? effect.at;
  const isBehind = isEnd || numberOf(row, "head") === 0;
  const { hold } = effect;
  const waiting = hold === undefined ? headOf(dueAt, effect.at) : HEAD_IS_HELD;
  const uncounted = effect.countAttempt === false ? 1 : 0;
  const interrupted = effect.interrupted === true ? 1 : 0;
  store
    .sql(`UPDATE runs SET state = ?, head = ?, due_at = ?, set_at = ?, ended_at = ?, code = ?, reason = ?,
        answer = ?, partial = ?, thinking = coalesce(?, thinking), note = coalesce(?, note), answered = ?,
        attempt = max(0, attempt - ?), interruptions = interruptions + ?,
        suspect = CASE WHEN ? THEN 1 WHEN ? THEN suspect ELSE 0 END,
        held = ?, held_group = ?, stopped = ?,
        tried_since = CASE WHEN ? OR attempt <= ? THEN NULL ELSE tried_since END
      WHERE seq = ?`)
    .run(
      effect.state,
      isBehind ? 0 : waiting,
      dueAt,
      effect.at,
      isEnd ? effect.at : null,
      orNull(effect.code),
      plainOrNull(effect.reason),
      plainOrNull(cutAnswer(effect.answer)),
      plainOrNull(cutAnswer(effect.partial)),
      orNull(effect.thinking),
      plainOrNull(effect.note),
      orNull(effect.answered),
      uncounted,
      interrupted,
      interrupted,
      uncounted,
      hold === undefined ? null : exactText(hold.pair),
      hold === undefined ? null : exactText(hold.group),
      effect.stopped === true ? 2 : 0,
      hold === undefined ? 0 : 1,
      uncounted,
      numberOf(row, "seq"),
    );
  dropWindow(store, "run", row);
  if (state === "running" && effect.state !== "done") addRunTry(store, row, effect);
  if (isEnd) readyNextOf(store, row, effect.at);
}

function checkTransition(state: RunState, effect: RunEffect): void {
  if (RUN_TRANSITIONS[state].includes(effect.state)) return;
  throw new LedgerError(
    "transition_refused",
    `Run ${effect.runId} is ${state} and cannot become ${effect.state}`,
  );
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

// Rows of runs → records: lists, one run, and those that are at work.
import type { AgentAction } from "@hookwright/core";
import type { RunFilter } from "../../model/ledger.ts";
import type { RunRecord, RunState } from "../../model/records.ts";
import type { SqlRow } from "../driver/driver.ts";
import {
  allOf,
  exactText,
  fromExactText,
  numberOf,
  recordOf,
  type Store,
  textOf,
  type Where,
} from "./store.ts";

const LIST_LIMIT = 100;

/** A run with its action, which has a table of its own: a change of state does not write it again. */
export const RUNS_WITH_ACTIONS =
  "SELECT runs.*, action, tainted_fields FROM runs JOIN run_actions USING (seq)";

export function listRuns(store: Store, filter: RunFilter = {}): RunRecord[] {
  const { text, values } = whereOf(filter);
  return store
    .sql(`${RUNS_WITH_ACTIONS} WHERE ${text} ORDER BY runs.seq DESC LIMIT ?`)
    .all(...values, filter.limit ?? LIST_LIMIT)
    .map(runFromRow);
}

/** A repetition stands for what it repeats: a selection that is repeated twice has its effect once. */
export function selectRuns(store: Store, filter: RunFilter): string[] {
  const { text, values } = whereOf(filter);
  return store
    .sql(`SELECT id FROM runs WHERE ${text}
      AND id NOT IN (SELECT retry_of FROM runs WHERE retry_of IS NOT NULL) ORDER BY seq LIMIT ?`)
    .all(...values, filter.limit ?? -1)
    .map((row) => textOf(row, "id"));
}

function whereOf({ state, key, mappingId, code, since }: RunFilter): Where {
  return allOf([
    ["state = ?", state],
    ["session = ?", key === undefined ? undefined : exactText(key)],
    ["mapping = ?", mappingId],
    ["code = ?", code],
    ["coalesce(ended_at, accepted_at) >= ?", since],
  ]);
}

export function findRun(store: Store, id: string): RunRecord | undefined {
  const row = store.sql(`${RUNS_WITH_ACTIONS} WHERE runs.id = ?`).get(id);
  return row && runFromRow(row);
}

/** `+seq` is sorted after it is read, so that SQLite takes the index of those at work. */
export function runningRuns(store: Store): RunRecord[] {
  return store.sql(`${RUNS_WITH_ACTIONS} WHERE head = 3 ORDER BY +runs.seq`).all().map(runFromRow);
}

export function runFromRow(row: SqlRow): RunRecord {
  return recordOf<RunRecord>({
    id: textOf(row, "id"),
    agentId: textOf(row, "agent"),
    sessionKey: fromExactText(textOf(row, "session")),
    mappingId: row["mapping"],
    action: JSON.parse(textOf(row, "action")) as AgentAction,
    taintedFields: JSON.parse(textOf(row, "tainted_fields")) as string[],
    source: textOf(row, "source"),
    acceptedAt: numberOf(row, "accepted_at"),
    state: textOf(row, "state") as RunState,
    attempt: numberOf(row, "attempt"),
    interruptions: numberOf(row, "interruptions"),
    suspect: row["suspect"] === 1 ? true : undefined,
    dueAt: numberOf(row, "due_at"),
    startedAt: row["started_at"],
    triedSince: row["tried_since"],
    calledAt: row["called_at"],
    endedAt: row["ended_at"],
    code: row["code"],
    reason: row["reason"],
    answer: row["answer"],
    partial: row["partial"],
    thinking: row["thinking"],
    note: row["note"],
    retryOf: row["retry_of"],
  });
}

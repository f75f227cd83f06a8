// Sessions: the turns of one (agent, key), and what their runner keeps.
import type { TextPart } from "@hookwright/core";
import type { Effect } from "../../model/effects.ts";
import type { ListFilter } from "../../model/ledger.ts";
import type { SessionRecord, StoredTurn } from "../../model/records.ts";
import type { Page } from "../../model/timeline.ts";
import type { SqlRow } from "../driver.ts";
import { cutAnswer } from "./deliveries.ts";
import {
  allOf,
  cursorOf,
  exactText,
  fromExactText,
  LIST_LIMIT,
  numberOf,
  plainOrNull,
  plainText,
  readCursor,
  recordOf,
  type Store,
  textOf,
} from "./store.ts";

type HistoryEffect = Extract<Effect, { kind: "history" }>;

/** What a runner is handed at most: older turns are not even read. */
const MAX_RECENT_TURNS = 50;
const MAX_RECENT_BYTES = 131_072;

const MAX_RUNNER_STATE_BYTES = 65_536;

interface RecentTurns {
  readonly history: readonly StoredTurn[];
  readonly earlierTurns: number;
  readonly runnerState?: string;
}

export function addTurn(
  store: Store,
  { agentId, sessionKey, turn, runnerState }: HistoryEffect,
): void {
  const key = exactText(sessionKey);
  const session = store
    .sql(`INSERT INTO sessions (agent, key, turns, last_at) VALUES (?, ?, 1, ?)
      ON CONFLICT DO UPDATE SET turns = turns + 1, last_at = max(last_at, excluded.last_at)
      RETURNING id`)
    .all(agentId, key, turn.at)[0] as SqlRow;
  const id = numberOf(session, "id");
  const answer = cutAnswer(turn.answer);
  store
    .sql(`INSERT INTO turns (session, at, turn, heading, tainted, size, no_answer, parts, answer)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
    .run(
      id,
      turn.at,
      turn.turnId,
      plainText(turn.heading),
      turn.tainted ? 1 : 0,
      sizeOf(turn, answer),
      plainOrNull(turn.noAnswer),
      JSON.stringify(turn.parts),
      plainOrNull(answer),
    );
  if (runnerState === undefined) return;
  const isTooLarge = Buffer.byteLength(runnerState) > MAX_RUNNER_STATE_BYTES;
  if (isTooLarge) {
    store.warn(
      `The runner's own state of a session of agent "${agentId}" is over 64 KiB and was dropped: ` +
        "the next turn of this session begins without it",
    );
  }
  store
    .sql("UPDATE sessions SET runner_state = ? WHERE id = ?")
    .run(isTooLarge ? null : exactText(runnerState), id);
}

function sizeOf(turn: StoredTurn, answer: string | undefined): number {
  const texts = turn.parts.map((part) => Buffer.byteLength(part.text));
  return texts.reduce((sum, bytes) => sum + bytes, Buffer.byteLength(answer ?? ""));
}

/** The newest turns, oldest first, as many as a runner can be handed. */
export function recentTurns(store: Store, agentId: string, sessionKey: string): RecentTurns {
  const session = store
    .sql("SELECT id, turns, runner_state FROM sessions WHERE agent = ? AND key = ?")
    .get(agentId, exactText(sessionKey));
  if (session === undefined) return { history: [], earlierTurns: 0 };
  const id = numberOf(session, "id");
  const sizes = store
    .sql("SELECT seq, size FROM turns WHERE session = ? ORDER BY seq DESC LIMIT ?")
    .all(id, MAX_RECENT_TURNS);
  let bytes = 0;
  let taken = 0;
  for (const row of sizes) {
    bytes += numberOf(row, "size");
    if (bytes > MAX_RECENT_BYTES && taken > 0) break;
    taken += 1;
  }
  const oldest = sizes[taken - 1];
  const history =
    oldest === undefined
      ? []
      : store
          .sql("SELECT * FROM turns WHERE session = ? AND seq >= ? ORDER BY seq")
          .all(id, numberOf(oldest, "seq"))
          .map(turnFromRow);
  return recordOf<RecentTurns>({
    history,
    earlierTurns: numberOf(session, "turns") - history.length,
    runnerState: stateOf(session),
  });
}

export function allTurns(store: Store, agentId: string, sessionKey: string): StoredTurn[] {
  return store
    .sql(`SELECT turns.* FROM turns JOIN sessions ON sessions.id = turns.session
      WHERE agent = ? AND key = ? ORDER BY turns.seq`)
    .all(agentId, exactText(sessionKey))
    .map(turnFromRow);
}

/** A session that has a turn meanwhile moves to the front, and is on no later page. */
export function listSessions(store: Store, filter: ListFilter = {}): Page<SessionRecord> {
  const { agentId, since, until, limit = LIST_LIMIT, cursor } = filter;
  const where = allOf([
    ["agent = ?", agentId],
    ["last_at >= ?", since],
    ["last_at <= ?", until],
  ]);
  const [lastAt, id] = cursor === undefined ? [] : readCursor("sessions", cursor);
  const rows = store
    .sql(`SELECT * FROM sessions WHERE ${where.text} AND (last_at, id) < (?, ?)
      ORDER BY last_at DESC, id DESC LIMIT ?`)
    .all(...where.values, lastAt ?? Number.MAX_SAFE_INTEGER, id ?? 0, limit + 1);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const items = rows.slice(0, limit).map(sessionFromRow);
  if (last === undefined) return { items };
  return { items, next: cursorOf("sessions", [numberOf(last, "last_at"), numberOf(last, "id")]) };
}

function sessionFromRow(row: SqlRow): SessionRecord {
  return recordOf<SessionRecord>({
    agentId: textOf(row, "agent"),
    key: fromExactText(textOf(row, "key")),
    turns: numberOf(row, "turns"),
    lastAt: numberOf(row, "last_at"),
    runnerState: stateOf(row),
  });
}

export function forgetSession(store: Store, agentId: string, sessionKey: string): boolean {
  const { changes } = store
    .sql("DELETE FROM sessions WHERE agent = ? AND key = ?")
    .run(agentId, exactText(sessionKey));
  return changes > 0;
}

function stateOf(row: SqlRow): string | undefined {
  const text = row["runner_state"];
  return typeof text === "string" ? fromExactText(text) : undefined;
}

function turnFromRow(row: SqlRow): StoredTurn {
  return recordOf<StoredTurn>({
    at: numberOf(row, "at"),
    heading: textOf(row, "heading"),
    parts: JSON.parse(textOf(row, "parts")) as TextPart[],
    tainted: row["tainted"] === 1,
    turnId: textOf(row, "turn"),
    answer: row["answer"],
    noAnswer: row["no_answer"],
  });
}

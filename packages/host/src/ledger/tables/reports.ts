// All tables → what an operator looks at first: what runs and waits, what died and why, and the logbook.
import type { ChannelError, LogFilter, RunningRun, WaitingKey, Work } from "../../model/ledger.ts";
import type { Failure, LogItem, Page } from "../../model/timeline.ts";
import type { SqlRow } from "../driver.ts";
import { runningMainTurns } from "./heartbeats.ts";
import { openWindowOf } from "./open-window.ts";
import {
  allOf,
  cursorOf,
  exactText,
  fromExactText,
  HEAD_IS_HELD,
  LIST_LIMIT,
  numberOf,
  readCursor,
  recordOf,
  type Store,
  textOf,
} from "./store.ts";

const MAX_KEYS = 20;

export function currentWork(store: Store): Work {
  const waiting = "FROM runs WHERE ended_at IS NULL AND head <> 3";
  const { n } = store
    .sql(`SELECT count(*) AS n FROM (SELECT 1 ${waiting} GROUP BY agent, session)`)
    .get() as { readonly n: number };
  return {
    runs: store.sql("SELECT * FROM runs WHERE head = 3 ORDER BY +seq").all().map(runningRunFromRow),
    mainTurns: runningMainTurns(store),
    // With min(), SQLite takes the other columns from the row that has the least number.
    keys: store
      .sql(`SELECT min(seq) AS seq, count(*) AS n, agent, session, id, accepted_at, code, due_at, head
        ${waiting} GROUP BY agent, session ORDER BY min(seq) LIMIT ?`)
      .all(MAX_KEYS)
      .map((row) => waitingKeyFromRow(row, store)),
    waitingKeys: n,
    events: store
      .sql(`SELECT agent, count(*) AS n, min(at) AS at FROM events
        WHERE state = 'waiting' GROUP BY agent`)
      .all()
      .map((row) => ({
        agentId: textOf(row, "agent"),
        waiting: numberOf(row, "n"),
        oldestAt: numberOf(row, "at"),
      })),
    ...gatheringNow(store),
  };
}

function gatheringNow(store: Store): Pick<Work, "gathering"> {
  const row = store
    .sql("SELECT count(*) AS n, sum(events) AS events, min(closes_at) AS at FROM windows")
    .get() as SqlRow;
  const windows = numberOf(row, "n");
  if (windows === 0) return {};
  const [events, closesAt] = [numberOf(row, "events"), numberOf(row, "at")];
  return { gathering: { windows, events, closesAt } };
}

function runningRunFromRow(row: SqlRow): RunningRun {
  return recordOf<RunningRun>({
    runId: textOf(row, "id"),
    agentId: textOf(row, "agent"),
    sessionKey: fromExactText(textOf(row, "session")),
    mappingId: row["mapping"],
    startedAt: numberOf(row, "started_at"),
  });
}

function waitingKeyFromRow(row: SqlRow, store: Store): WaitingKey {
  const dueAt = numberOf(row, "due_at");
  const window = openWindowOf(store, "run", row);
  return recordOf<WaitingKey>({
    agentId: textOf(row, "agent"),
    sessionKey: fromExactText(textOf(row, "session")),
    waiting: numberOf(row, "n"),
    oldestId: textOf(row, "id"),
    oldestAt: numberOf(row, "accepted_at"),
    code: row["code"],
    dueAt: dueAt > store.clock() && window === undefined ? dueAt : undefined,
    isHeld: row["head"] === HEAD_IS_HELD,
    window,
  });
}

export function listFailures(store: Store, since: number): Failure[] {
  const of = (kind: Failure["kind"], table: "runs" | "deliveries"): Failure[] =>
    store
      .sql(`SELECT coalesce(code, 'unknown') AS cause, mapping, count(*) AS n,
          min(ended_at) AS first, max(ended_at) AS last, id FROM ${table}
        WHERE state = 'dead' AND ended_at >= ?
          AND id NOT IN (SELECT retry_of FROM ${table} WHERE retry_of IS NOT NULL)
        GROUP BY cause, mapping`)
      .all(since)
      .map((row) =>
        recordOf<Failure>({
          kind,
          code: textOf(row, "cause"),
          mapping: row["mapping"],
          count: numberOf(row, "n"),
          first: numberOf(row, "first"),
          last: numberOf(row, "last"),
          example: textOf(row, "id"),
        }),
      );
  const all = [...of("run", "runs"), ...of("delivery", "deliveries")];
  return all.sort((one, other) => other.last - one.last);
}

export function lastErrors(store: Store): ReadonlyMap<string, ChannelError> {
  const rows = store
    .sql(`SELECT channel, max(tries.seq), tries.ended_at AS at, tries.code AS code, deliveries.id AS id
      FROM tries JOIN deliveries ON deliveries.seq = tries.delivery
      WHERE tries.delivery IS NOT NULL GROUP BY channel`)
    .all();
  return new Map(
    rows.map((row) => [
      textOf(row, "channel"),
      { at: numberOf(row, "at"), code: textOf(row, "code"), deliveryId: textOf(row, "id") },
    ]),
  );
}

interface LogRow {
  readonly seq: number;
  readonly item: LogItem;
}

/** Three lists, each by the number of its rows, are merged by time; a cursor has the last number of each. */
export function listLog(store: Store, filter: LogFilter): Page<LogItem> {
  const { limit = LIST_LIMIT, cursor } = filter;
  const after = cursor === undefined ? [] : readCursor("log", cursor);
  const lists = [eventRows, heartbeatRows, turnRows].map((read, index) =>
    read(store, filter, { before: after[index] ?? Number.MAX_SAFE_INTEGER, limit: limit + 1 }),
  );
  const next = lists.map((_, index) => after[index] ?? Number.MAX_SAFE_INTEGER);
  const items: LogItem[] = [];
  while (items.length < limit) {
    const list = newestOf(lists);
    const row = list?.shift();
    if (list === undefined || row === undefined) return { items };
    next[lists.indexOf(list)] = row.seq;
    items.push(row.item);
  }
  return newestOf(lists) === undefined ? { items } : { items, next: cursorOf("log", next) };
}

function newestOf(lists: readonly LogRow[][]): LogRow[] | undefined {
  const filled = lists.filter((list) => list.length > 0);
  const at = (list: readonly LogRow[]): number => list[0]?.item.at ?? 0;
  return filled.sort((one, other) => at(other) - at(one))[0];
}

interface LogPart {
  /** The number of the row after the last one that is wanted. */
  readonly before: number;
  readonly limit: number;
}

function eventRows(store: Store, filter: LogFilter, part: LogPart): LogRow[] {
  return rowsOf(store, filter, { ...part, table: "events", time: "at" }).map((row) => ({
    seq: numberOf(row, "seq"),
    item: recordOf<LogItem>({
      at: numberOf(row, "at"),
      ms: undefined,
      kind: "event",
      id: textOf(row, "id"),
      agentId: textOf(row, "agent"),
      state: textOf(row, "state"),
      title: textOf(row, "title"),
      mappingId: row["mapping"],
      runId: row["run"],
    }),
  }));
}

function heartbeatRows(store: Store, filter: LogFilter, part: LogPart): LogRow[] {
  const query = { ...part, table: "heartbeat_records", time: "ended_at" };
  return rowsOf(store, filter, query).map((row) => {
    const startedAt = numberOf(row, "started_at");
    const at = numberOf(row, "ended_at");
    const events = numberOf(row, "events");
    return {
      seq: numberOf(row, "seq"),
      item: {
        at,
        ms: Math.max(0, at - startedAt),
        kind: "heartbeat",
        id: textOf(row, "id"),
        agentId: textOf(row, "agent"),
        state: textOf(row, "outcome"),
        title: `${textOf(row, "reason")}, ${events} ${events === 1 ? "event" : "events"}`,
      },
    };
  });
}

function rowsOf(
  store: Store,
  { agentId, since, until }: LogFilter,
  { before, limit, table, time }: LogPart & { readonly table: string; readonly time: string },
): readonly SqlRow[] {
  const { text, values } = allOf([
    ["seq < ?", before],
    ["agent = ?", agentId],
    [`${time} >= ?`, since],
    [`${time} <= ?`, until],
  ]);
  return store
    .sql(`SELECT * FROM ${table} WHERE ${text} ORDER BY seq DESC LIMIT ?`)
    .all(...values, limit);
}

/** There are as many main sessions as agents. Each is read by its index: other sessions may have most of the turns. */
function turnRows(store: Store, filter: LogFilter, { before, limit }: LogPart): LogRow[] {
  const { mainKey, agentId, since, until } = filter;
  const sessions = allOf([
    ["key = ?", exactText(mainKey)],
    ["agent = ?", agentId],
  ]);
  const rows = store
    .sql(`SELECT id, agent FROM sessions WHERE ${sessions.text}`)
    .all(...sessions.values)
    .flatMap((session) => {
      const turns = allOf([
        ["session = ?", numberOf(session, "id")],
        ["seq < ?", before],
        ["at >= ?", since],
        ["at <= ?", until],
      ]);
      return store
        .sql(`SELECT * FROM turns WHERE ${turns.text} ORDER BY seq DESC LIMIT ?`)
        .all(...turns.values, limit)
        .map((row) => logRowOfTurn(row, textOf(session, "agent")));
    });
  return rows.sort((one, other) => other.seq - one.seq).slice(0, limit);
}

function logRowOfTurn(row: SqlRow, agentId: string): LogRow {
  const missing = row["no_answer"];
  return {
    seq: numberOf(row, "seq"),
    item: {
      at: numberOf(row, "at"),
      kind: "turn",
      id: textOf(row, "turn"),
      agentId,
      state: typeof missing === "string" ? `no answer: ${missing}` : "answered",
      title: textOf(row, "heading"),
    },
  };
}

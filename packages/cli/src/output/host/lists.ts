// Items of the host → the rows of a list: no text of a payload or an answer, and no secret.

import { visibleText } from "@hookwright/base";
import type {
  DeliveryItem,
  EventItem,
  HeartbeatRecord,
  HostOverview,
  Route,
  RunItem,
  SessionItem,
} from "@hookwright/host";
import { table } from "../style.ts";

/** The heading of a column and the text of an item in it. */
type Columns<Item> = Readonly<Record<string, (item: Item) => string | number | undefined>>;

const RUNS: Columns<RunItem> = {
  id: ({ id }) => id,
  state: ({ state }) => state,
  accepted: ({ acceptedAt }) => formatTime(acceptedAt),
  ended: ({ endedAt }) => formatTime(endedAt),
  due: ({ dueAt }) => formatTime(dueAt),
  tries: ({ attempt }) => attempt,
  mapping: ({ mappingId }) => mappingId,
  agent: ({ agentId }) => agentId,
  key: ({ sessionKey }) => sessionKey,
  code: ({ code }) => code,
  "repeats run": ({ retryOf }) => retryOf,
};

const EVENTS: Columns<EventItem> = {
  id: ({ id }) => id,
  state: ({ state }) => state,
  time: ({ lastAt }) => formatTime(lastAt),
  count: ({ count }) => count,
  from: ({ origin }) => origin,
  mapping: ({ mappingId }) => mappingId,
  agent: ({ agentId }) => agentId,
  run: ({ runId }) => runId,
};

const DELIVERIES: Columns<DeliveryItem> = {
  id: ({ id }) => id,
  state: ({ state }) => state,
  created: ({ createdAt }) => formatTime(createdAt),
  ended: ({ endedAt }) => formatTime(endedAt),
  due: ({ dueAt }) => formatTime(dueAt),
  channel: ({ channel }) => channel,
  sent: ({ sent, parts }) => `${sent}/${parts}`,
  tries: ({ tries }) => tries,
  mapping: ({ mappingId }) => mappingId,
  run: ({ runId }) => runId,
  code: ({ code }) => code,
  "repeats delivery": ({ retryOf }) => retryOf,
};

const SESSIONS: Columns<SessionItem> = {
  key: ({ key }) => key,
  agent: ({ agentId }) => agentId,
  turns: ({ turns }) => turns,
  last: ({ lastAt }) => formatTime(lastAt),
};

const ROUTES: Columns<Route> = {
  agent: ({ agentId }) => agentId,
  channel: ({ channel }) => channel,
  to: ({ to }) => to,
  since: ({ at }) => formatTime(at),
};

const HEARTBEATS: Columns<HeartbeatRecord> = {
  id: ({ id }) => id,
  started: ({ startedAt }) => formatTime(startedAt),
  reason: ({ reason }) => reason,
  outcome: ({ outcome }) => outcome,
  events: ({ events }) => events,
  agent: ({ agentId }) => agentId,
  ms: ({ startedAt, endedAt }) => endedAt - startedAt,
};

export const runsToText = (items: readonly RunItem[]): string => list(items, RUNS, "runs");

export const eventsToText = (items: readonly EventItem[]): string => list(items, EVENTS, "events");

export const deliveriesToText = (items: readonly DeliveryItem[]): string =>
  list(items, DELIVERIES, "deliveries");

export const sessionsToText = (items: readonly SessionItem[]): string =>
  list(items, SESSIONS, "sessions");

export const routesToText = (items: readonly Route[]): string => list(items, ROUTES, "routes");

export const heartbeatsToText = (items: readonly HeartbeatRecord[]): string =>
  list(items, HEARTBEATS, "heartbeats");

function list<Item>(items: readonly Item[], columns: Columns<Item>, what: string): string {
  if (items.length === 0) return `No ${what}.`;
  const rows = items.map((item) => Object.values(columns).map((read) => `${read(item) ?? ""}`));
  return table([Object.keys(columns), ...rows]).join("\n");
}

/** Milliseconds since the epoch → 2026-01-31 12:00:00Z; nothing for what has no time. */
export function formatTime(at: number | undefined): string {
  if (at === undefined) return "";
  return `${new Date(at).toISOString().slice(0, 19).replace("T", " ")}Z`;
}

/** What a host does → a few lines for people: no text of a payload or an answer, and no secret. */
export function overviewToText(overview: HostOverview): string {
  const { runs, oldestQueuedAt, waitingEvents, deliveries, channels, heartbeats, bytes } = overview;
  const oldest =
    oldestQueuedAt === undefined ? "" : `; the oldest since ${formatTime(oldestQueuedAt)}`;
  const rows = [
    ["runs", `${statesToText(runs)}${oldest}`],
    ["events", `${waitingEvents} waiting`],
    ["deliveries", statesToText(deliveries)],
    ...channels.map(({ id, paused }) => [
      `channel ${id}`,
      paused === undefined
        ? "in use"
        : `paused since ${formatTime(paused.since)} (${paused.code}): correct its credential and reload`,
    ]),
    ...heartbeats.map((heartbeat) => [
      `heartbeat ${heartbeat.agentId}`,
      heartbeatToText(heartbeat),
    ]),
    ["store", `${(bytes / 1_048_576).toFixed(1)} MiB`],
  ];
  const width = Math.max(...rows.map(([name = ""]) => visibleText(name).length));
  return rows
    .map(([name = "", text = ""]) => `${visibleText(name).padEnd(width)}  ${visibleText(text)}`)
    .join("\n");
}

/** States that nothing is in are left out. */
function statesToText(states: Readonly<Record<string, number>>): string {
  const counted = Object.entries(states).filter(([, number]) => number > 0);
  return counted.map(([state, number]) => `${number} ${state}`).join(", ") || "none";
}

function heartbeatToText({ last, nextAt }: HostOverview["heartbeats"][number]): string {
  const was =
    last === undefined
      ? "none yet"
      : `last ${formatTime(last.endedAt)} (${last.reason}): ${last.outcome}`;
  return nextAt === undefined ? was : `${was}; next check ${formatTime(nextAt)}`;
}

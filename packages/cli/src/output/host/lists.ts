// Items of the host → the rows of a list: no text of a payload or an answer, and no secret (OPS-2).
import type {
  DeliveryItem,
  EventItem,
  HeartbeatRecord,
  Route,
  RunItem,
  SessionItem,
} from "@hookwright/host";
import { table } from "../table.ts";
import { formatTime } from "./format-time.ts";

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

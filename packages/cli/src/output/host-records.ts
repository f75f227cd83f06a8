// Records of the host → lists without texts and secrets, and details, in which text from outside is marked. Both are
// harmless to a terminal.
import { visibleText } from "@hookwright/base";
import type { TextPart } from "@hookwright/core";
import type {
  DeliveryItem,
  DeliveryRecord,
  EventItem,
  EventRecord,
  HeartbeatRecord,
  HostOverview,
  Route,
  RunItem,
  RunRecord,
  SessionItem,
  StoredTurn,
} from "@hookwright/host";
import { table } from "./style.ts";

export function runToText(run: RunRecord): string {
  const { action, taintedFields } = run;
  const field = (name: string, value: string | undefined): Line =>
    value === undefined
      ? undefined
      : line(name, taintedFields.includes(name) ? mark(value) : value);
  return lines(
    line("run", run.id),
    line("state", [run.state, run.code].filter((text) => text !== undefined).join(", ")),
    line("reason", run.reason),
    line("note", run.note),
    line("agent", run.agentId),
    // Senders can choose a part of the key.
    line("key", run.sessionKey),
    line("mapping", run.mappingId),
    field("name", action.name),
    line("accepted", formatTime(run.acceptedAt)),
    line("started", formatTime(run.startedAt)),
    line("ended", formatTime(run.endedAt)),
    line("tries", `${run.attempt}`),
    line("deliver", action.deliver ? `to ${action.channel}` : "no"),
    field("to", action.to),
    field("account", action.accountId),
    field("model", action.model),
    line("repeats run", run.retryOf),
    ...partsToLines("message", action.parts),
    ...answerToLines("answer", run.answer, isOutside(action.parts)),
    ...answerToLines("unfinished answer", run.partial, isOutside(action.parts)),
  );
}

export function eventToText(event: EventRecord): string {
  return lines(
    line("event", event.id),
    line("state", event.state),
    line("title", event.title),
    line("agent", event.agentId),
    line("from", event.origin),
    line("mapping", event.mappingId),
    line("run", event.runId),
    line("time", formatTime(event.at)),
    event.count > 1 ? line("count", `${event.count}, last ${formatTime(event.lastAt)}`) : undefined,
    ...partsToLines("text", event.parts),
  );
}

export function deliveryToText(delivery: DeliveryRecord): string {
  const { parts, sentIds } = delivery;
  return lines(
    line("delivery", delivery.id),
    line("state", [delivery.state, delivery.code].filter((text) => text !== undefined).join(", ")),
    line("reason", delivery.reason),
    line("channel", delivery.channel),
    line("to", delivery.to),
    line("account", delivery.accountId),
    line("run", delivery.runId),
    line("heartbeat", delivery.heartbeatId),
    line("created", formatTime(delivery.createdAt)),
    line("ended", formatTime(delivery.endedAt)),
    line("sent", `${sentIds.length} of ${parts.length} parts`),
    line("ids", sentIds.join(", ") || undefined),
    line("tries", `${delivery.tries}`),
    // A model that read a payload may have written it.
    ...parts.flatMap((part, index) => answerToLines(`part ${index + 1}`, part, true)),
  );
}

export function turnsToText(turns: readonly StoredTurn[]): string {
  return turns
    .map((turn) =>
      lines(
        line("turn", turn.turnId),
        line("time", formatTime(turn.at)),
        ...partsToLines("message", turn.parts),
        ...answerToLines("answer", turn.answer, turn.tainted),
        line("no answer", turn.noAnswer),
      ),
    )
    .join("\n\n");
}

type Line = string | undefined;

const WIDTH = 12;

function line(name: string, value: string | undefined): Line {
  if (value === undefined || value === "") return undefined;
  return `${name.padEnd(WIDTH)}${visibleText(value).replace(/[\t\n]/g, " ")}`;
}

function mark(value: string): string {
  return `${value}   (from outside)`;
}

function lines(...all: readonly Line[]): string {
  return all.filter((text) => text !== undefined).join("\n");
}

function isOutside(parts: readonly TextPart[]): boolean {
  return parts.some(({ kind }) => kind === "untrusted");
}

/** Every line of a text from outside begins with a bar, so that the text cannot end its own mark. */
function partsToLines(name: string, parts: readonly TextPart[]): readonly string[] {
  return parts.flatMap((part, index) => {
    const title = index === 0 ? `${name}:` : "";
    if (part.kind === "trusted")
      return [...(title === "" ? [] : [title]), ...block(part.text, "  ")];
    const source = `  from outside (${visibleText(part.source).replace(/\s+/g, " ")}):`;
    return [...(title === "" ? [] : [title]), source, ...block(part.text, "  │ ")];
  });
}

function answerToLines(
  name: string,
  text: string | undefined,
  outside: boolean,
): readonly string[] {
  if (text === undefined) return [];
  const title = outside ? `${name} (of a model that read text from outside):` : `${name}:`;
  return [title, ...block(text, outside ? "  │ " : "  ")];
}

function block(text: string, prefix: string): readonly string[] {
  const shown = visibleText(text).replace(/^\n+|\n+$/g, "");
  return shown === "" ? [] : shown.split("\n").map((one) => `${prefix}${one}`);
}

/** The heading of a column and the text of an item in it. */
type Columns<Item> = Readonly<Record<string, (item: Item) => string | number | undefined>>;

/** The lists of a host, by the word of the command. */
export interface ListedItems {
  readonly runs: RunItem;
  readonly events: EventItem;
  readonly deliveries: DeliveryItem;
  readonly sessions: SessionItem;
  readonly routes: Route;
  readonly heartbeats: HeartbeatRecord;
}

const LISTS: { readonly [What in keyof ListedItems]: Columns<ListedItems[What]> } = {
  runs: {
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
  },
  events: {
    id: ({ id }) => id,
    state: ({ state }) => state,
    time: ({ lastAt }) => formatTime(lastAt),
    count: ({ count }) => count,
    from: ({ origin }) => origin,
    mapping: ({ mappingId }) => mappingId,
    agent: ({ agentId }) => agentId,
    run: ({ runId }) => runId,
  },
  deliveries: {
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
  },
  sessions: {
    key: ({ key }) => key,
    agent: ({ agentId }) => agentId,
    turns: ({ turns }) => turns,
    last: ({ lastAt }) => formatTime(lastAt),
  },
  routes: {
    agent: ({ agentId }) => agentId,
    channel: ({ channel }) => channel,
    to: ({ to }) => to,
    since: ({ at }) => formatTime(at),
  },
  heartbeats: {
    id: ({ id }) => id,
    started: ({ startedAt }) => formatTime(startedAt),
    reason: ({ reason }) => reason,
    outcome: ({ outcome }) => outcome,
    events: ({ events }) => events,
    agent: ({ agentId }) => agentId,
    ms: ({ startedAt, endedAt }) => endedAt - startedAt,
  },
};

export function listToText<What extends keyof ListedItems>(
  what: What,
  items: readonly ListedItems[What][],
): string {
  if (items.length === 0) return `No ${what}.`;
  const columns: Columns<ListedItems[What]> = LISTS[what];
  const rows = items.map((item) => Object.values(columns).map((read) => `${read(item) ?? ""}`));
  return table([Object.keys(columns), ...rows]).join("\n");
}

/** Milliseconds since the epoch → 2026-01-31 12:00:00Z; empty for undefined. */
function formatTime(at: number | undefined): string {
  if (at === undefined) return "";
  return `${new Date(at).toISOString().slice(0, 19).replace("T", " ")}Z`;
}

/** The state of a host → a few lines without any text of a payload or an answer, or a secret. */
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

/** Without empty states. */
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

// Records of the host → lists without texts and secrets, and details, in which text from outside is marked. Both are
// harmless to a terminal.
import { visibleText } from "@hookwright/base";
import type { TextPart } from "@hookwright/core";
import type {
  ChannelItem,
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
  StoredRequest,
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
    line("gathers", windowToText(run.window)),
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
    line("gathers", windowToText(event.window)),
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
    line("gathers", windowToText(delivery.window)),
    line("tries", `${delivery.tries}`),
    // A model that read a payload may have written it.
    ...parts.flatMap((part, index) => answerToLines(`part ${index + 1}`, part, true)),
  );
}

/** What a mapping with `coalesce` has joined so far. */
function windowToText(window: RunRecord["window"]): string | undefined {
  return (
    window && `${window.events} so far, and starts ${formatTime(window.closesAt)} if no more come`
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
  return `${name.padEnd(WIDTH)}${oneLineOf(value)}`;
}

/** Harmless to a terminal. */
export function oneLineOf(text: string): string {
  return visibleText(text).replace(/[\t\n]/g, " ");
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

export function block(text: string, prefix: string): readonly string[] {
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
  readonly requests: StoredRequest;
}

/** `queued, gathers 3 until 2026-01-31 12:00:00Z` */
function stateOf({ state, window }: Pick<RunItem | EventItem | DeliveryItem, "state" | "window">) {
  return window === undefined ? state : `${state}, ${gatheringOf(window)}`;
}

function gatheringOf({ events, closesAt }: NonNullable<RunItem["window"]>): string {
  return `gathers ${events} until ${formatTime(closesAt)}`;
}

const LISTS: { readonly [What in keyof ListedItems]: Columns<ListedItems[What]> } = {
  runs: {
    id: ({ id }) => id,
    state: stateOf,
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
    state: stateOf,
    time: ({ lastAt }) => formatTime(lastAt),
    count: ({ count }) => count,
    from: ({ origin }) => origin,
    mapping: ({ mappingId }) => mappingId,
    agent: ({ agentId }) => agentId,
    run: ({ runId }) => runId,
  },
  deliveries: {
    id: ({ id }) => id,
    state: stateOf,
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
  requests: {
    id: ({ id }) => id,
    time: ({ at }) => formatTime(at),
    hook: ({ hook }) => hook,
    state: ({ outcome }) => outcome,
    status: ({ status }) => status,
    code: ({ code }) => code,
    mapping: ({ mappingId }) => mappingId,
    nearest: ({ nearest }) => nearest?.mappingId,
    from: ({ provider }) => provider,
    delivery: ({ deliveryId }) => deliveryId,
    became: ({ receipt }) => receipt,
  },
};

/** `next`: the cursor of the next page. A list that is cut says so, and how to read on. */
export function listToText<What extends keyof ListedItems>(
  what: What,
  items: readonly ListedItems[What][],
  next?: string,
): string {
  if (items.length === 0) return `No ${what}.`;
  const columns: Columns<ListedItems[What]> = LISTS[what];
  const rows = items.map((item) => Object.values(columns).map((read) => `${read(item) ?? ""}`));
  const lines = table([Object.keys(columns), ...rows]);
  if (next === undefined) return lines.join("\n");
  const cut = `There are more ${what} than these ${items.length}. For the next ones, add: --after ${next}`;
  return [...lines, cut].join("\n");
}

/** Milliseconds since the epoch → 2026-01-31 12:00:00Z; empty for undefined. */
function formatTime(at: number | undefined): string {
  if (at === undefined) return "";
  return `${new Date(at).toISOString().slice(0, 19).replace("T", " ")}Z`;
}

/** Milliseconds since the epoch → 2026-01-31 12:00:00.123Z */
export function formatMoment(at: number): string {
  return new Date(at).toISOString().replace("T", " ");
}

/** The state of a host → a few lines without any text of a payload or an answer, or a secret. */
export function overviewToText(overview: HostOverview): string {
  const { at, runs, deliveries, channels, pausedRunners, heartbeats, bytes, room } = overview;
  const rows = [
    ...overview.pauses.map(({ kind, id, since, waiting }) => [
      `paused ${kind}`,
      `${id} for ${ageOf(since, at)}, ${waiting} waiting: hookwright resume ${kind} ${id}`,
    ]),
    ...overview.limits.map(({ mappingId, maxConcurrent, running, waiting }) => [
      `mapping ${mappingId}`,
      `${running} of ${maxConcurrent} runs at work, ${waiting} waiting`,
    ]),
    ["runs", `${statesToText(runs)}; room for ${room} more`],
    ...runningToRows(overview),
    ...keysToRows(overview),
    ...gatheringToRows(overview),
    ["events", `${overview.waitingEvents} waiting`],
    ...overview.events.map(({ agentId, waiting, oldestAt }) => [
      `  agent ${agentId}`,
      `${waiting} waiting, the oldest for ${ageOf(oldestAt, at)}`,
    ]),
    ["deliveries", statesToText(deliveries)],
    ...channels.map((channel) => [`channel ${channel.id}`, channelToText(channel, at)]),
    ...pausedRunners.flatMap(({ runner, provider, since, code }) =>
      code === "operator"
        ? []
        : [
            [
              `runner ${runner}`,
              `paused for ${ageOf(since, at)}${provider === undefined ? "" : ` for models of ${provider}`} (${code}): correct the cause; a reload goes on at once`,
            ],
          ],
    ),
    ...heartbeats.map((heartbeat) => [
      `heartbeat ${heartbeat.agentId}`,
      heartbeatToText(heartbeat, at),
    ]),
    ["store", `${(bytes / 1_048_576).toFixed(1)} MiB`],
  ];
  const width = Math.max(...rows.map(([name = ""]) => visibleText(name).length));
  return rows
    .map(([name = "", text = ""]) => `${visibleText(name).padEnd(width)}  ${oneLineOf(text)}`)
    .join("\n");
}

function runningToRows({ running, at, phase }: HostOverview): readonly (readonly string[])[] {
  // Without a host, what was running was interrupted.
  const word = phase === "new" ? "interrupted" : "running";
  return running.map(({ id, agentId, mappingId, reason, startedAt }) => [
    `  ${word}`,
    `${reason === undefined ? "run" : "turn"} ${id} for ${ageOf(startedAt, at)}, agent ${agentId}${mappingId === undefined ? "" : `, mapping ${mappingId}`}${reason === undefined ? "" : ` (${reason})`}`,
  ]);
}

function keysToRows({ keys, waitingKeys, at }: HostOverview): readonly (readonly string[])[] {
  const rows = keys.map(({ agentId, sessionKey, waiting, oldestId, oldestAt, ...why }) => [
    "  waiting",
    `${waiting} of agent ${agentId}, key ${shortKey(sessionKey)}, the oldest for ${ageOf(oldestAt, at)} (run ${oldestId}${reasonOf(why)})`,
  ]);
  const more = waitingKeys - keys.length;
  return more > 0 ? [...rows, ["  waiting", `and ${more} more keys`]] : rows;
}

function gatheringToRows({ gathering }: HostOverview): readonly (readonly string[])[] {
  if (gathering === undefined) return [];
  const { windows, events, closesAt } = gathering;
  const what = `${windows} joined ${windows === 1 ? "action" : "actions"}, ${events} ${events === 1 ? "event" : "events"} so far`;
  return [["gathering", `${what}; the next starts ${formatTime(closesAt)} if no more come`]];
}

function reasonOf({
  code,
  dueAt,
  isHeld,
  window,
}: Pick<HostOverview["keys"][number], "code" | "dueAt" | "isHeld" | "window">): string {
  if (window !== undefined) return `, ${gatheringOf(window)}`;
  const last = code === undefined ? "" : `, last try ${code}`;
  if (isHeld) return `${last}, its runner is paused`;
  return dueAt === undefined ? last : `${last}, next try ${formatTime(dueAt)}`;
}

/** Senders can choose a part of the key. */
function shortKey(key: string): string {
  return key.length > 40 ? `${key.slice(0, 39)}…` : key;
}

function channelToText({ paused, waiting, oldestAt }: ChannelItem, now: number): string {
  const queue =
    waiting === 0 || oldestAt === undefined
      ? ""
      : `; ${waiting} waiting, the oldest for ${ageOf(oldestAt, now)}`;
  if (paused === undefined) return `in use${queue}`;
  return paused.code === "operator"
    ? `paused by an operator${queue}`
    : `paused since ${formatTime(paused.since)} (${paused.code}): correct its credential and reload${queue}`;
}

const AGES: readonly (readonly [ms: number, unit: string])[] = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
];

/** Two times → `12 s`, `3 min`, `5 h` or `2 d`. */
function ageOf(since: number, now: number): string {
  const ms = Math.max(0, now - since);
  const [size, unit] = AGES.find(([one]) => ms >= 2 * one) ?? [1_000, "s"];
  return `${Math.floor(ms / size)} ${unit}`;
}

/** Without empty states. */
function statesToText(states: Readonly<Record<string, number>>): string {
  const counted = Object.entries(states).filter(([, number]) => number > 0);
  return counted.map(([state, number]) => `${number} ${state}`).join(", ") || "none";
}

function heartbeatToText(
  { last, nextAt, requestedAt, retryAt }: HostOverview["heartbeats"][number],
  now: number,
): string {
  const was =
    last === undefined
      ? "none yet"
      : `last ${formatTime(last.endedAt)} (${last.reason}): ${last.outcome}`;
  return [
    was,
    ...(requestedAt === undefined ? [] : [`requested ${ageOf(requestedAt, now)} ago`]),
    ...(retryAt === undefined ? [] : [`next try ${formatTime(retryAt)}`]),
    ...(nextAt === undefined ? [] : [`next check ${formatTime(nextAt)}`]),
  ].join("; ");
}

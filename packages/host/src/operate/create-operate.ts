// The operations of an operator: time lines, requests, runs, events, deliveries, sessions, channels, routes, heartbeats.

import { closeWindows } from "../engine/close-windows.ts";
import type { PausedChannel } from "../engine/deliveries/paused-channels.ts";
import { effectsOfFailedRun } from "../engine/effects.ts";
import { recordsOfEffects } from "../engine/observe.ts";
import type { EngineState } from "../engine/state.ts";
import type { PausedRunner } from "../engine/turns/paused-runners.ts";
import type { RunningTurn } from "../engine/turns/take-turn.ts";
import type { Route } from "../model/channel.ts";
import { channelIdOf } from "../model/channel.ts";
import type { Effect } from "../model/effects.ts";
import type {
  DeliveryFilter,
  EventFilter,
  HeartbeatFilter,
  ListFilter,
  RequestFilter,
  RunFilter,
} from "../model/ledger.ts";
import type {
  DeliveryRecord,
  EventRecord,
  HeartbeatRecord,
  RunRecord,
  StoredRequest,
  StoredTurn,
} from "../model/records.ts";
import type { Failure, LogItem, Page, Timeline } from "../model/timeline.ts";
import { writeFor } from "../plan/delivery-of-action.ts";
import { resolveRecipient } from "../plan/resolve-recipient.ts";
import { timelineOf } from "../plan/timeline.ts";
import {
  type DeliveryItem,
  type EventItem,
  itemOfDelivery,
  itemOfEvent,
  itemOfRun,
  itemOfSession,
  type RunItem,
  type SessionItem,
} from "./list-items.ts";
import { type OperateResult, refuse } from "./operate-result.ts";
import { type ChannelItem, type HostOverview, listChannels, showOverview } from "./overview.ts";
import {
  listPauses,
  type PauseItem,
  type PauseParts,
  type PauseTarget,
  pause,
  resume,
} from "./pauses.ts";
import { type TestResult, testChannel } from "./test-channel.ts";

/** The outcome of a change of many. */
export interface SelectedResult {
  /** How many were repeated, or cancelled. */
  readonly count: number;
  /** How many were refused, by the code of the refusal. */
  readonly refused: Readonly<Record<string, number>>;
}

/** Another channel, or another recipient. */
interface Elsewhere {
  readonly channel?: string;
  readonly to?: string;
}

/** Lists have no text of a payload or an answer; `show` has all. */
export interface Operate {
  readonly overview: {
    show(): Promise<HostOverview>;
  };
  readonly timeline: {
    /**
     * What happened to the request, run, event, delivery or heartbeat of this id, or to the requests with this
     * delivery id of a sender. Undefined if nothing has it.
     */
    show(id: string): Promise<Timeline | undefined>;
  };
  readonly requests: {
    list(filter?: RequestFilter): Promise<Page<StoredRequest>>;
  };
  readonly failed: {
    /** What died since a time (default: all that is kept) and was not repeated, by its reason: the newest first. */
    list(since?: number): Promise<Failure[]>;
  };
  readonly log: {
    /** Events, heartbeats and turns of main sessions, the newest first. */
    list(filter?: ListFilter): Promise<Page<LogItem>>;
  };
  readonly runs: {
    list(filter?: RunFilter): Promise<Page<RunItem>>;
    show(id: string): Promise<RunRecord | undefined>;
    /** A new run of the same action, after the others of its key. */
    retry(id: string): Promise<OperateResult<{ readonly runId: string }>>;
    cancel(id: string): Promise<OperateResult>;
    /** Ids in the order of acceptance, without those that a retry repeats already. */
    select(filter: RunFilter): Promise<string[]>;
    /** Each as `retry` does, in this order. */
    retryMany(ids: readonly string[]): Promise<SelectedResult>;
    /** Each as `cancel` does, in this order. */
    cancelMany(ids: readonly string[]): Promise<SelectedResult>;
  };
  readonly events: {
    list(filter?: EventFilter): Promise<Page<EventItem>>;
    show(id: string): Promise<EventRecord | undefined>;
  };
  readonly deliveries: {
    list(filter?: DeliveryFilter): Promise<Page<DeliveryItem>>;
    show(id: string): Promise<DeliveryRecord | undefined>;
    /** A new delivery of what was not sent, to the same recipient or to another. */
    retry(
      id: string,
      elsewhere?: Elsewhere,
    ): Promise<OperateResult<{ readonly deliveryId: string }>>;
    cancel(id: string): Promise<OperateResult>;
    /** Ids in the order of creation, without those that a retry repeats already. */
    select(filter: DeliveryFilter): Promise<string[]>;
    /** Each as `retry` does, in this order. */
    retryMany(ids: readonly string[], elsewhere?: Elsewhere): Promise<SelectedResult>;
    /** Each as `cancel` does, in this order. */
    cancelMany(ids: readonly string[]): Promise<SelectedResult>;
  };
  readonly sessions: {
    list(filter?: ListFilter): Promise<Page<SessionItem>>;
    show(agentId: string, key: string): Promise<StoredTurn[]>;
    /** False if there is no such session. */
    forget(agentId: string, key: string): Promise<boolean>;
  };
  readonly channels: {
    list(): Promise<ChannelItem[]>;
    /** Sends one line, which is not stored as a delivery. Works while the channel is paused, too. */
    test(id: string, to: string): Promise<OperateResult<TestResult>>;
  };
  readonly pauses: {
    /** What an operator has paused, the oldest first. */
    list(): Promise<PauseItem[]>;
    /** Work is accepted and waits, also after a restart, until it is resumed. */
    pause(target: PauseTarget): Promise<OperateResult>;
    /** Also what the host has paused itself, because a credential was refused. */
    resume(target: PauseTarget): Promise<OperateResult>;
  };
  readonly routes: {
    list(): Promise<Route[]>;
    /** Where `last` goes from now on, as if a person had written from there. Default: the default agent. */
    set(route: {
      readonly channel: string;
      readonly to: string;
      readonly agentId?: string;
    }): Promise<OperateResult<{ readonly route: Route }>>;
  };
  readonly heartbeat: {
    /** Asks for a turn of the main session at once. Default: the default agent. */
    now(agentId?: string): Promise<void>;
    last(agentId?: string): Promise<HeartbeatRecord | undefined>;
    list(filter?: HeartbeatFilter): Promise<Page<HeartbeatRecord>>;
  };
}

/** What the operations need of the engine beside its state. */
interface OperateParts extends PauseParts {
  /** Turns of this process, by run id. */
  readonly running: ReadonlyMap<string, RunningTurn>;
  readonly pausedChannels: () => ReadonlyMap<string, PausedChannel>;
  readonly pausedRunners: () => readonly PausedRunner[];
  /** Writes the requests that wait for it. */
  readonly flushRequests: () => Promise<void>;
}

export function createOperate(
  state: EngineState,
  { running, pausedChannels, pausedRunners, flushRequests, ...parts }: OperateParts,
): Operate {
  const { ledger, clock } = state;

  const commit = async (
    effects: readonly Effect[],
    subject: Parameters<typeof recordsOfEffects>[1],
  ): Promise<void> => {
    await ledger.commit(effects);
    for (const record of recordsOfEffects(effects, subject, clock())) state.observer(record);
    state.wake();
  };

  const retryRun = async (
    id: string,
    old: RunRecord | undefined,
  ): ReturnType<Operate["runs"]["retry"]> => {
    if (old === undefined) return notFound("run", id);
    if (old.endedAt === undefined) {
      return refuse("not_ended", `Run ${id} is ${old.state}. Only what has ended can be retried.`);
    }
    const run = retriedRun(old, state);
    await commit([{ kind: "run-added", run }], { run });
    return { ok: true, runId: run.id };
  };

  /** What is cancelled has the texts of all its events, in the history as in a retry. */
  const findWhole = async <Item>(
    id: string,
    find: (id: string) => Promise<Item>,
  ): Promise<Item> => {
    await closeWindows(state, id);
    return find(id);
  };

  const cancelRun = async (id: string, run: RunRecord | undefined): Promise<OperateResult> => {
    // After the run was read, so that a turn that began meanwhile is found.
    const turn = running.get(id);
    if (turn !== undefined) {
      turn.stop("cancelled");
      return { ok: true };
    }
    if (run === undefined) return notFound("run", id);
    if (run.endedAt !== undefined) return refuse("ended", `Run ${id} is ${run.state} already.`);
    if (run.state === "running") {
      return refuse("running", `Run ${id} is running in a host that this command cannot reach.`);
    }
    await commit(effectsOfFailedRun(run, CANCELLED, state), { run });
    return { ok: true };
  };

  const retryDelivery = async (
    id: string,
    old: DeliveryRecord | undefined,
    elsewhere: Elsewhere = {},
  ): ReturnType<Operate["deliveries"]["retry"]> => {
    if (old === undefined) return notFound("delivery", id);
    const result = retriedDelivery(old, elsewhere, state);
    if (!result.ok) return result;
    await commit([{ kind: "delivery", delivery: result.delivery }], {});
    return { ok: true, deliveryId: result.delivery.id };
  };

  const cancelDelivery = async (
    id: string,
    delivery: DeliveryRecord | undefined,
  ): Promise<OperateResult> => {
    if (delivery === undefined) return notFound("delivery", id);
    if (delivery.state !== "queued" && delivery.state !== "failed") {
      return refuse(delivery.state, `Delivery ${id} is ${delivery.state} already.`);
    }
    const change = { state: "cancelled", endedAt: clock(), code: "cancelled" } as const;
    await commit([{ kind: "delivery-change", id, change }], { delivery });
    return { ok: true };
  };

  return {
    overview: {
      show: () => showOverview(state, { channels: pausedChannels(), runners: pausedRunners() }),
    },
    timeline: {
      show: async (id) => {
        await flushRequests();
        const related = await ledger.related(id);
        if (related === undefined) return undefined;
        const ahead = (await ledger.heartbeats()).filter(
          ({ nextAt, requestedAt, retryAt, runningId }) =>
            [nextAt, requestedAt, retryAt, runningId].some((one) => one !== undefined),
        );
        return timelineOf(id, related, {
          channels: pausedChannels(),
          isPaused: (kind, of) => state.pauses.since(kind, of),
          runner: state.live.runner.id,
          turnsAhead: new Set(ahead.map(({ agentId }) => agentId)),
        });
      },
    },
    requests: {
      list: async (filter) => {
        await flushRequests();
        return ledger.requests(filter);
      },
    },
    failed: { list: (since = 0) => ledger.failures(since) },
    log: {
      list: (filter) => ledger.log({ ...filter, mainKey: state.live.settings.mainKey }),
    },
    runs: {
      list: async (filter) => mapPage(await ledger.runs(filter), itemOfRun),
      show: (id) => ledger.run(id),
      retry: async (id) => retryRun(id, await ledger.run(id)),
      cancel: async (id) => cancelRun(id, await findWhole(id, ledger.run)),
      select: (filter) => ledger.selectRuns(filter),
      retryMany: (ids) => forEach(ids, ledger.run, retryRun),
      cancelMany: (ids) => forEach(ids, (id) => findWhole(id, ledger.run), cancelRun),
    },
    events: {
      list: async (filter) => mapPage(await ledger.events(filter), itemOfEvent),
      show: (id) => ledger.event(id),
    },
    deliveries: {
      list: async (filter) => mapPage(await ledger.deliveries(filter), itemOfDelivery),
      show: (id) => ledger.delivery(id),
      retry: async (id, elsewhere) => retryDelivery(id, await ledger.delivery(id), elsewhere),
      cancel: async (id) => cancelDelivery(id, await findWhole(id, ledger.delivery)),
      select: (filter) => ledger.selectDeliveries(filter),
      retryMany: (ids, elsewhere) =>
        forEach(ids, ledger.delivery, (id, old) => retryDelivery(id, old, elsewhere)),
      cancelMany: (ids) => forEach(ids, (id) => findWhole(id, ledger.delivery), cancelDelivery),
    },
    sessions: {
      list: async (filter) => mapPage(await ledger.sessions(filter), itemOfSession),
      show: (agentId, key) => ledger.history(agentId, key),
      forget: (agentId, key) => ledger.forgetSession(agentId, key),
    },
    channels: {
      list: () => listChannels(state, pausedChannels()),
      test: (id, to) => testChannel({ id, to }, state, pausedChannels()),
    },
    pauses: {
      list: () => listPauses(state),
      pause: (target) => pause(target, state),
      resume: (target) => resume(target, state, parts),
    },
    routes: {
      list: () => ledger.routes(),
      set: async ({ agentId = state.live.settings.defaultAgent, channel, to }) => {
        const request = { agentId, channel, to };
        if (channelIdOf(channel) === "last" || to.trim() === "") {
          return refuse("route_invalid", "A route names a channel and a recipient on it.");
        }
        const routes = await ledger.routes(agentId);
        const { settings, channels } = state.live;
        const result = resolveRecipient(request, {
          channels,
          routes,
          defaultTo: settings.defaultTo,
        });
        if (!result.ok) return refuse(result.code, result.reason);
        const route = { agentId, channel: result.channel, to: result.to, at: clock() };
        await ledger.noteRoute(route);
        return { ok: true, route };
      },
    },
    heartbeat: {
      now: async (agentId = state.live.settings.defaultAgent) => {
        await commit([{ kind: "heartbeat-request", agentId, at: clock(), reason: "manual" }], {});
      },
      last: async (agentId = state.live.settings.defaultAgent) =>
        (await ledger.heartbeatRecords({ agentId, limit: 1 })).items[0],
      list: (filter) => ledger.heartbeatRecords(filter),
    },
  };
}

function mapPage<From, To>({ items, ...rest }: Page<From>, itemOf: (record: From) => To): Page<To> {
  return { items: items.map(itemOf), ...rest };
}

/** Changes that share a commit: more would delay new actions. */
const MAX_AT_ONCE = 64;

/**
 * All of a group are read before the first is changed: the store writes in the order of the calls, so the order of the
 * ids is kept.
 */
async function forEach<Item>(
  ids: readonly string[],
  find: (id: string) => Promise<Item>,
  change: (id: string, item: Item) => Promise<OperateResult>,
): Promise<SelectedResult> {
  let count = 0;
  const refused = new Map<string, number>();
  for (let at = 0; at < ids.length; at += MAX_AT_ONCE) {
    const group = ids.slice(at, at + MAX_AT_ONCE);
    const found = await Promise.all(group.map(find));
    const results = await Promise.all(
      found.map((item, index) => change(group[index] as string, item).catch(refusalOfStore)),
    );
    for (const result of results) {
      if (result.ok) count += 1;
      else refused.set(result.code, (refused.get(result.code) ?? 0) + 1);
    }
  }
  return { count, refused: Object.fromEntries(refused) };
}

/** A run or delivery that began or ended since the selection is refused; the others continue. */
function refusalOfStore(error: unknown): OperateResult {
  const { code, message } = error as { readonly code?: unknown; readonly message: string };
  if (code !== "transition_refused") throw error;
  return refuse(code, message);
}

const CANCELLED = { code: "cancelled", message: "An operator cancelled the run." };

function notFound(kind: "run" | "delivery", id: string): Extract<OperateResult, { ok: false }> {
  const command = kind === "run" ? "hookwright runs" : "hookwright deliveries";
  return refuse("not_found", `There is no ${kind} ${id}. \`${command}\` lists them.`);
}

/** Keeps what was accepted: the action, its source, and what of it came from outside. */
function retriedRun(old: RunRecord, { clock, randomId }: EngineState): RunRecord {
  const { agentId, sessionKey, mappingId, action, taintedFields, source, proof } = old;
  const at = clock();
  return {
    id: randomId(),
    agentId,
    sessionKey,
    ...(mappingId !== undefined && { mappingId }),
    action,
    taintedFields,
    source,
    ...(proof !== undefined && { proof }),
    acceptedAt: at,
    state: "queued",
    attempt: 0,
    interruptions: 0,
    dueAt: at,
    retryOf: old.id,
  };
}

/** The same recipient gets the unsent parts, another one gets all of them. */
function retriedDelivery(
  old: DeliveryRecord,
  elsewhere: Elsewhere,
  { live, clock, randomId }: EngineState,
): OperateResult<{ readonly delivery: DeliveryRecord }> {
  const { id, agentId, runId, heartbeatId, mappingId, accountId, endedAt } = old;
  if (endedAt === undefined) {
    return refuse(
      "not_ended",
      `Delivery ${id} is ${old.state}. Only what has ended can be retried.`,
    );
  }
  const channelId = elsewhere.channel ?? old.channel;
  const channel = live.channels.get(channelId);
  if (channel === undefined) {
    return refuse("channel_not_configured", `The channel "${channelId}" is not configured.`);
  }
  const recipient = channel.parseRecipient(elsewhere.to ?? old.to);
  if (!recipient.ok) return refuse("recipient_unreadable", recipient.hint);
  const isSame = channelId === old.channel && recipient.to === old.to;
  const at = clock();
  const newId = randomId();
  const { written } = old;
  const texts = textsOfRetry(old, { id: newId, channel: channelId }, live);
  const delivery: DeliveryRecord = {
    id: newId,
    agentId,
    ...(runId !== undefined && { runId }),
    ...(heartbeatId !== undefined && { heartbeatId }),
    ...(mappingId !== undefined && { mappingId }),
    channel: channelId,
    to: recipient.to,
    // An account belongs to its channel.
    ...(accountId !== undefined && channelId === old.channel && { accountId }),
    createdAt: at,
    state: "queued",
    ...(written !== undefined && { written }),
    parts: isSame ? old.parts.slice(old.sentIds.length) : texts.parts,
    plain: texts.plain,
    sentIds: [],
    tries: 0,
    dueAt: at,
    resends: 0,
    retryOf: id,
  };
  if (delivery.parts.length === 0) return refuse("sent", `Delivery ${id} was sent completely.`);
  return { ok: true, delivery };
}

/** Each channel has its own markup, so the text of a mapping is written again for another one. */
function textsOfRetry(
  { parts, plain, channel, written }: DeliveryRecord,
  retry: { readonly id: string; readonly channel: string },
  live: EngineState["live"],
): Pick<DeliveryRecord, "parts" | "plain"> {
  if (written === undefined) return { parts, plain: false };
  return retry.channel === channel ? { parts, plain } : writeFor({ ...retry, written }, live);
}

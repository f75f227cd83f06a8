// A ledger, a runner, channels and the other ports → the host's engine: accept, carry out, stop, operate.

import type { Action, DeliverAction } from "@hookwright/core";
import type {
  Completion,
  Dispatch,
  DispatchContext,
  DispatchReceipt,
  DispatchRejection,
  RequestRecord,
} from "@hookwright/core/ingress";
import type { Route } from "../model/channel.ts";
import { channelIdOf } from "../model/channel.ts";
import type { Acceptance, AcceptResult, Counts } from "../model/ledger.ts";
import { completeSettings, type HostSettings } from "../model/settings.ts";
import type { TurnResult } from "../model/turn.ts";
import { createOperate, type Operate } from "../operate/create-operate.ts";
import { listPauses, type PauseItem } from "../operate/pauses.ts";
import { type AcceptancePolicy, acceptanceOf } from "../plan/acceptance.ts";
import { failureOfReports, routeOfReports } from "../plan/channel-reports.ts";
import { notedRequest } from "../plan/noted-request.ts";
import { newestRoute } from "../plan/resolve-recipient.ts";
import { estimateRetryAfterSeconds } from "../plan/retry-times.ts";
import { createCallers } from "./callers.ts";
import { closeWindows } from "./close-windows.ts";
import { createDeliveryLoop } from "./deliveries/delivery-loop.ts";
import type { PausedChannel } from "./deliveries/paused-channels.ts";
import { createNotedRequests, type NotedRequests } from "./noted-requests.ts";
import {
  type RouteChange,
  recordOfDelivery,
  recordOfRun,
  recordsOfEffects,
  type StartRecord,
} from "./observe.ts";
import { endUnconfigured, recoverInterrupted } from "./recover.ts";
import { createScheduler } from "./scheduler.ts";
import {
  createState,
  describe,
  type EnginePorts,
  type EngineState,
  type LiveParts,
  type ReloadParts,
  type WorldPorts,
} from "./state.ts";
import { createMainLoop } from "./turns/main-loop.ts";
import { createPausedRunners, type PausedRunner } from "./turns/paused-runners.ts";
import { createPlaces } from "./turns/places.ts";
import type { Prompt } from "./turns/prompt-queue.ts";
import { createRunLoop } from "./turns/run-loop.ts";

interface EngineOptions extends EnginePorts, LiveParts {}

/** Of one channel that is configured, or that has deliveries. */
export interface ChannelStatus {
  /** Deliveries that have not ended. */
  readonly waiting: number;
  /** When the oldest of them was made. */
  readonly oldestAt?: number;
  readonly pausedSince?: number;
  /** When a delivery was last sent, as far as the store remembers. */
  readonly lastSentAt?: number;
}

/** Numbers and ages, for a page of metrics and for /healthz. */
export interface EngineStatus extends Counts {
  /** By id. */
  readonly channels: ReadonlyMap<string, ChannelStatus>;
  readonly pausedChannels: ReadonlyMap<string, PausedChannel>;
  readonly pausedRunners: readonly PausedRunner[];
  /** What an operator has paused; channels and runners of it are in the two above as well. */
  readonly pauses: readonly PauseItem[];
  readonly phase: "new" | "running" | "stopping";
  /** When this process took the store. */
  readonly openedAt: number;
  /** Since when a result waits for a store that fails. */
  readonly unstoredSince?: number;
  /** What died within the last hour. */
  readonly diedLastHour: { readonly runs: number; readonly deliveries: number };
  /** The longest time that any turn may take, by the settings. */
  readonly longestTurnMs: number;
  /** By when the turns that run now have ended, or are stopped. */
  readonly turnsEndBy?: number;
}

/** All that `createHost` gives an engine: ports, settings, the runner and the channels. */
export interface EngineWork extends WorldPorts, LiveParts {}

/** Makes an engine that keeps what it accepts in a store of its own. */
export type CreateEngine = (work: EngineWork) => Promise<Engine>;

/**
 * Carries actions out: the port between a host and the engine behind it. The embedded one works on a `Ledger`;
 * another one makes its decisions with the functions of `@hookwright/host/engine`.
 */
export interface Engine extends Operate {
  /**
   * For `createIngress`. Resolves once the action is stored; rejects with a code and the seconds after which
   * the sender may retry.
   */
  readonly dispatch: Dispatch;
  /** For `createIngress`: requests may wait for their runs, and ask what became of them. */
  readonly completion: Completion;
  /**
   * For the `observer` of `createIngress`: what made nothing is stored for `hookwright requests` and `show`, up to
   * 1,000 of them, within a second.
   */
  readonly noteRequest: (record: RequestRecord) => void;
  /** A user's message to a main session. Its answer goes to the caller, and to no channel. */
  prompt(prompt: Prompt, signal?: AbortSignal): Promise<TurnResult>;
  /** For each message from a person: where `last` goes from now on. */
  noteRoute(route: Omit<Route, "at">): Promise<void>;
  /** The newest route of an agent, of one channel if it is named. */
  route(request: {
    readonly agentId: string;
    readonly channel?: string;
  }): Promise<Route | undefined>;
  /** Other settings, another runner, other channels: from the next turn and send on. */
  reload(parts: ReloadParts): Promise<void>;
  /** Begins to carry out actions; reports what the previous process left unfinished. */
  start(): Promise<StartRecord>;
  /** Ends what runs, within its time, and closes the store. */
  stop(): Promise<void>;
  status(): Promise<EngineStatus>;
}

/** A store that has refused nothing for so long works again. */
const STORE_WORKS_MS = 60_000;

function storeLookAt({ storeFailedAt }: EngineState): number {
  return storeFailedAt + STORE_WORKS_MS;
}

const LOST =
  "Another process has taken the store over, because this one gave no sign of life for longer than its lease. Its turns are stopped, and nothing of them is stored.";

const HOUR_MS = 3_600_000;

const DAY_MS = 24 * HOUR_MS;

export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { settings, runner, channels, notify, ...world } = options;
  const ports: EnginePorts = {
    ...world,
    observer: (record) => {
      callers.note(record);
      world.observer(record);
    },
  };
  const state = await createState(ports, { settings, runner, channels, notify });
  const places = createPlaces(() => state.live.settings.maxConcurrent);
  const paused = createPausedRunners(state);
  const main = createMainLoop(state, places, paused);
  const runs = createRunLoop(state, places, paused);
  const deliveries = createDeliveryLoop(state);
  const callers = createCallers(state, paused);
  const noted = createNotedRequests(state);
  const openedAt = state.clock();
  let forgetAt = 0;
  let recovered: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;

  const scheduler = createScheduler({
    ...ports,
    step: async () => {
      const now = state.clock();
      await flushPending();
      await closeWindows(state);
      const times = [await main.step(), await deliveries.step(now)];
      times.push(await paused.step(now), await runs.step(now), await forgetOld(now));
      times.push(
        await state.ledger.nextDueAt({
          runs: runs.isOpen(),
          pausedChannels: deliveries.closed(),
        }),
      );
      times.push(state.alerts.nextAt(), now < storeLookAt(state) ? storeLookAt(state) : undefined);
      const known = times.filter((time) => time !== undefined);
      return Math.min(...known);
    },
    fail: (error) => {
      if (state.phase === "stopping") return;
      state.warn(`The store failed: ${describe(error)}. The host tries again.`);
    },
  });

  /** What happened outside of a commit, and the alerts that are due. */
  const flushPending = async (): Promise<void> => {
    const { alerts, pending, live } = state;
    if (live.settings.alerts !== undefined) {
      const isFailing = state.unstored.size > 0 || state.clock() < storeLookAt(state);
      pending.push(...alerts.effectsOfStore(isFailing), ...alerts.effectsDue());
    }
    if (pending.length === 0) return;
    const effects = pending.slice();
    await state.ledger.commit(effects);
    pending.splice(0, effects.length);
    for (const record of recordsOfEffects(effects, {}, state.clock())) state.observer(record);
  };

  const forgetOld = async (now: number): Promise<number> => {
    if (now >= forgetAt || forgetAt > now + DAY_MS) {
      await state.ledger.forget(now - state.live.settings.retainMs);
      forgetAt = now + DAY_MS;
    }
    return forgetAt;
  };

  const stopTurns = (): void => {
    for (const turn of [...runs.running.values(), ...main.turns.running.values()]) {
      turn.stop("stopping");
    }
  };

  void state.ledger.lease?.lost.then(() => {
    state.beginStop();
    main.refuseWaiting();
    stopTurns();
    state.warn(LOST);
    ports.lost?.();
  });

  const stop = async (): Promise<void> => {
    state.beginStop();
    // First, because a process manager may kill the process before its turns have ended.
    await state.ledger.noteStop().catch((error: unknown) => {
      state.warn(`The store failed while the host was stopping: ${describe(error)}`);
    });
    await scheduler.stop();
    main.refuseWaiting();
    await recovered?.catch(() => undefined);
    const settled = Promise.all([runs.settled(), main.turns.settled(), deliveries.settled()]);
    const disarm = state.timer(stopTurns, state.live.settings.stopGraceMs);
    await settled;
    disarm();
    await noted.flush();
    await flushPending().catch(() => undefined);
    await state.ledger.close();
  };

  return {
    ...createOperate(state, {
      running: runs.running,
      pausedChannels: deliveries.paused.list,
      pausedRunners: paused.list,
      resumeChannel: deliveries.paused.resume,
      resumeRunner: (id) => id === state.live.runner.id && paused.resume(),
      flushRequests: noted.flush,
    }),
    dispatch: (action, context) => acceptAction(action, context, { state, noted }),
    completion: callers.completion,
    noteRequest: (record) => {
      const request = notedRequest(record);
      if (request !== undefined) noted.add(request);
      const effects = state.alerts.effectsOfRequest(record);
      if (effects.length === 0) return;
      state.pending.push(...effects);
      state.wake();
    },
    prompt: (prompt, signal = new AbortController().signal) => main.prompt(prompt, signal),
    noteRoute: (route) =>
      // Routes are found by the id of their channel.
      state.ledger.noteRoute({ ...route, channel: channelIdOf(route.channel), at: state.clock() }),
    route: async (request) => newestRoute(await state.ledger.routes(request.agentId), request),
    reload: async ({ settings: next, ...parts }) => {
      state.live = { ...state.live, ...parts, ...(next && { settings: completeSettings(next) }) };
      if (state.phase !== "running") return;
      await endUnconfigured(state);
      deliveries.paused.resume();
      paused.resume();
      runs.reloaded();
      state.wake();
    },
    start: async () => {
      if (recovered !== undefined || state.phase !== "new") {
        throw new Error("A host is started once.");
      }
      const recovering = recoverInterrupted(state, deliveries);
      recovered = (async () => {
        await (await recovering).done;
        if (state.phase === "new") state.phase = "running";
        state.wake = scheduler.wake;
        scheduler.wake();
      })();
      // Failed writes are retried in the background: a host that listens can report them to senders and operators.
      await Promise.race([recovered, state.waitsForStore]);
      recovered.catch(state.reportDefect);
      const { record } = await recovering;
      state.observer(record);
      return record;
    },
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
    status: async () => {
      const since = state.clock() - HOUR_MS;
      const [counts, diedLastHour, pauses] = await Promise.all([
        state.ledger.counts(),
        state.ledger.died(since),
        listPauses(state),
      ]);
      const pausedChannels = deliveries.paused.list();
      const turns = [...runs.running.values(), ...main.turns.running.values()];
      const turnsEndBy = latest(turns.map(({ request }) => request.deadline));
      const [unstored] = state.unstored;
      return {
        ...counts,
        channels: channelsOf(counts, pausedChannels, state),
        pausedChannels,
        pausedRunners: paused.list(),
        pauses,
        phase: state.phase,
        openedAt,
        ...(unstored !== undefined && { unstoredSince: unstored.since }),
        diedLastHour,
        longestTurnMs: longestTurnMs(state.live.settings),
        ...(turnsEndBy !== undefined && { turnsEndBy }),
      };
    },
  };
}

function latest(times: readonly number[]): number | undefined {
  return times.length === 0 ? undefined : times.reduce((one, other) => Math.max(one, other));
}

function longestTurnMs({ agents, agentDefaults }: HostSettings): number {
  const all = [agentDefaults, ...agents.values()];
  return all.reduce((most, { timeoutSeconds }) => Math.max(most, timeoutSeconds * 1_000), 0);
}

function channelsOf(
  { waitingDeliveries }: Counts,
  pausedChannels: EngineStatus["pausedChannels"],
  state: EngineState,
): EngineStatus["channels"] {
  const ids = new Set([...state.live.channels.keys(), ...waitingDeliveries.keys()]);
  return new Map(
    [...ids].map((id) => {
      const { count: waiting = 0, oldestAt } = waitingDeliveries.get(id) ?? {};
      const pausedSince = pausedChannels.get(id)?.since;
      const lastSentAt = state.lastSent.get(id);
      return [
        id,
        {
          waiting,
          ...(oldestAt !== undefined && { oldestAt }),
          ...(pausedSince !== undefined && { pausedSince }),
          ...(lastSentAt !== undefined && { lastSentAt }),
        },
      ];
    }),
  );
}

const STORAGE_RETRY_SECONDS = 30;

const STOPPING_RETRY_SECONDS = 10;

/** The longest time of most calls. */
const BUSY_RETRY_SECONDS = 30;

/** The same action will be refused again, so the sender need not hurry. */
const TOO_LARGE_RETRY_SECONDS = 3_600;

/**
 * @throws {DispatchRejection} with a code and the time after which the sender may retry
 */
async function acceptAction(
  action: Action,
  context: DispatchContext,
  { state, noted }: { readonly state: EngineState; readonly noted: NotedRequests },
): Promise<DispatchReceipt> {
  if (state.phase === "stopping") {
    throw reject("stopping", STOPPING_RETRY_SECONDS, "The host is stopping.");
  }
  const at = state.clock();
  const reports = readReports(action, context, { live: state.live, now: at });
  const { route } = reports.stored;
  const addressed = route === undefined ? action : answerTo(route, action);
  const { settings } = state.live;
  const policy =
    addressed.kind === "deliver"
      ? await policyOfDelivery(addressed, at, state)
      : { now: at, settings };
  const acceptance = {
    ...acceptanceOf(addressed, context, policy),
    ...reports.stored,
  };
  const result = await store(withPause(acceptance, state), state);
  if (!result.ok) {
    if (result.code === "storage_full") noteStoreFailure(state);
    throw await rejectionOf(result.code, state);
  }
  if (result.repeat) {
    noteRepeat(acceptance, { receipt: result.receiptId, noted });
    return { runId: result.receiptId };
  }
  if (result.joined === true) state.wake();
  else announce(acceptance, state);
  if (reports.record !== undefined) state.observer(reports.record);
  if (result.dead !== undefined) {
    const record = recordOfDelivery(result.dead, at);
    state.pending.push(
      ...state.alerts.effectsOf([record]),
      ...state.notifications.effectsOf([record]),
    );
    state.observer(record);
  }
  return { runId: result.receiptId };
}

/** A delivery needs the channels and routes of this moment. */
async function policyOfDelivery(
  action: DeliverAction,
  now: number,
  { live: { settings, channels }, ledger, randomId }: EngineState,
): Promise<AcceptancePolicy> {
  const routes = await ledger.routes(action.agentId ?? settings.defaultAgent);
  return { now, settings, channels, routes, randomId };
}

function withPause(acceptance: Acceptance, { pauses }: EngineState): Acceptance {
  const { entry } = acceptance;
  if (entry.kind !== "event" || entry.event.mappingId === undefined) return acceptance;
  const isPaused = pauses.since("mapping", entry.event.mappingId) !== undefined;
  return isPaused ? { ...acceptance, entry: { ...entry, isPaused } } : acceptance;
}

function noteRepeat(
  { request, at }: Acceptance,
  { receipt, noted }: { readonly receipt: string; readonly noted: NotedRequests },
): void {
  if (request === undefined) return;
  noted.add({ ...request, at, outcome: "repeat", proved: true, receipt });
}

/** The run of a message answers its own sender, also if somebody else writes before it ends. */
function answerTo({ channel, to, accountId }: Route, action: Action): Action {
  if (action.kind === "wake" || channelIdOf(action.channel) !== "last") return action;
  if (action.to !== undefined) return action;
  return { ...action, channel, to, ...(accountId !== undefined && { accountId }) };
}

interface ReadReports {
  readonly stored: Pick<Acceptance, "route" | "failed">;
  readonly record?: RouteChange;
}

/** The reports of the mapping, checked against the channels and settings of this moment. */
function readReports(
  { agentId: asked }: Action,
  { channelReports, mappingId }: DispatchContext,
  { live, now }: Pick<EngineState, "live"> & { readonly now: number },
): ReadReports {
  if (channelReports === undefined) return { stored: {} };
  const { channels, settings } = live;
  const agentId = asked ?? settings.defaultAgent;
  const result = routeOfReports(channelReports, { agentId, now, channels, settings });
  const failed = failureOfReports(channelReports, { channels });
  const stored = {
    ...(result?.ok === true && { route: result.route }),
    ...(failed !== undefined && { failed }),
  };
  if (result === undefined) return { stored };
  const record: RouteChange = {
    kind: "route",
    at: now,
    agentId,
    channel: result.ok ? result.route.channel : result.channel,
    state: result.ok ? "noted" : "refused",
    ...(mappingId !== undefined && { mappingId }),
    ...(!result.ok && { code: result.code }),
  };
  return { stored, record };
}

async function store(
  acceptance: Acceptance,
  state: EngineState,
): ReturnType<EngineState["ledger"]["accept"]> {
  try {
    return await state.ledger.accept(acceptance);
  } catch (error) {
    noteStoreFailure(state);
    state.warn(`An action was not accepted, because the store failed: ${describe(error)}`);
    throw reject("storage_failed", STORAGE_RETRY_SECONDS, "The store failed. See the host's log.");
  }
}

function noteStoreFailure(state: EngineState): void {
  state.storeFailedAt = state.clock();
  if (state.live.settings.alerts !== undefined) state.wake();
}

type RefusalCode = Extract<AcceptResult, { ok: false }>["code"];

async function rejectionOf(code: RefusalCode, { ledger, live }: EngineState): Promise<Error> {
  if (code === "storage_full") {
    return reject(code, STORAGE_RETRY_SECONDS, "The disk is full. Free some space.");
  }
  if (code === "action_too_large") {
    const message = "The action is larger than 1 MiB. Shorten its template, or send less.";
    return reject(code, TOO_LARGE_RETRY_SECONDS, message);
  }
  if (code === "delivery_busy") {
    const message = "Another part of the delivery is being sent. Report the failure again.";
    return reject(code, BUSY_RETRY_SECONDS, message);
  }
  const seconds = estimateRetryAfterSeconds(await ledger.recentTurnMs(), {
    parallel: live.settings.maxConcurrent,
  });
  return reject(
    code,
    seconds,
    "Too many actions wait. See `hookwright runs`, `events` and `deliveries`.",
  );
}

function reject(code: string, retryAfterSeconds: number, message: string): Error {
  const rejection: DispatchRejection = { code, retryAfterSeconds };
  return Object.assign(new Error(message), rejection);
}

function announce({ entry, at }: Acceptance, state: EngineState): void {
  if (entry.kind === "run") state.observer(recordOfRun(entry.run, at));
  if (entry.kind === "delivery") state.observer(recordOfDelivery(entry.delivery, at));
  state.wake();
}

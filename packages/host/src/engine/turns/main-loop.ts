// Main sessions and the time → the next turn of each: a user's message, a heartbeat, or a wait.

import type { ClaimedMainTurn } from "../../model/ledger.ts";
import type { HeartbeatState } from "../../model/records.ts";
import { type HeartbeatSettings, settingsOfAgent } from "../../model/settings.ts";
import type { Runner, TurnFailure, TurnReason, TurnRequest, TurnResult } from "../../model/turn.ts";
import { effectsOfTurn } from "../../plan/effects-of-turn.ts";
import { MAX_EVENT_BYTES_PER_TURN, MAX_EVENTS_PER_TURN } from "../../plan/events.ts";
import { turnsSinceReset } from "../../plan/hand-on-history.ts";
import { type HeartbeatPlan, planHeartbeat } from "../../plan/plan-heartbeat.ts";
import {
  isEmptyHeartbeatFile,
  messageOfHeartbeat,
  messageOfPrompt,
  type TurnMessage,
} from "../../plan/turn-message.ts";
import { type MainTurnFacts, requestOfMainTurn } from "../../plan/turn-request.ts";
import { commitEffects } from "../commit.ts";
import { policyFor, requestPolicyOf } from "../effects.ts";
import type { EngineState } from "../state.ts";
import { createTasks } from "../tasks.ts";
import { readHeartbeatFile } from "./heartbeat-file.ts";
import type { PausedRunners } from "./paused-runners.ts";
import type { Places } from "./places.ts";
import { CANCELLED, createPromptQueue, type Prompt, type WaitingPrompt } from "./prompt-queue.ts";
import { NOT_BEGUN, type RunningTurn, takeTurn } from "./take-turn.ts";

interface MainLoop {
  /** Starts what is due. Returns when the next thing is. */
  step(): Promise<number | undefined>;
  /** A user's message: a turn that takes the waiting events with it. */
  prompt(prompt: Prompt, signal: AbortSignal): Promise<TurnResult>;
  /** Answers the waiting messages because the host stops. */
  refuseWaiting(): void;
  readonly turns: MainTurns;
}

export function createMainLoop(
  state: EngineState,
  places: Places,
  paused: PausedRunners,
): MainLoop {
  const prompts = createPromptQueue();
  const turns = createMainTurns(state, places, paused);

  const stepAgent = async (heartbeat: HeartbeatState): Promise<number | undefined> => {
    const { agentId } = heartbeat;
    if (paused.isStopped()) return undefined;
    if (turns.running.has(agentId) || places.freeForMain() === 0) return undefined;
    if (prompts.has(agentId)) {
      await turns.startPrompt(agentId, () => prompts.take(agentId));
      return undefined;
    }
    const plan = await planFor(heartbeat, state);
    if (plan.kind === "wait") return plan.until;
    if (plan.kind === "start") {
      await turns.startHeartbeat(agentId, plan);
      return undefined;
    }
    await write(plan, heartbeat, state);
    // What was written may make something else due.
    return stepAgent(await stateOf(agentId, state));
  };

  return {
    turns,
    step: async () => {
      const times: number[] = [];
      for (const heartbeat of await statesOf(prompts.agents(), state)) {
        const next = await stepAgent(heartbeat);
        if (next !== undefined) times.push(next);
      }
      return times.length === 0 ? undefined : Math.min(...times);
    },
    prompt: (prompt, signal) => {
      if (state.phase !== "running") return Promise.resolve(STOPPED);
      if (paused.isStopped()) return Promise.resolve(PAUSED);
      const agentId = prompt.agentId ?? state.live.settings.defaultAgent;
      const answer = prompts.add(agentId, prompt, signal);
      state.wake();
      return answer;
    },
    refuseWaiting: () => prompts.refuse(STOPPED),
  };
}

const STOPPED: TurnFailure = {
  ok: false,
  code: "stopping",
  message: "The host is not running, so it accepts no messages.",
  retryable: true,
};

/** A person waits for the answer, so the message does not wait for an operator. */
const PAUSED: TurnFailure = {
  ok: false,
  code: "runner_paused",
  message: "An operator has paused the runner, so it accepts no messages.",
  retryable: true,
};

/** Agents for which a user waits come first. */
async function statesOf(
  prompting: readonly string[],
  { live, ledger }: EngineState,
): Promise<HeartbeatState[]> {
  const heartbeats = await ledger.heartbeats();
  const { agents, defaultAgent } = live.settings;
  const known = new Map(heartbeats.map((heartbeat) => [heartbeat.agentId, heartbeat]));
  const ids = new Set([...prompting, defaultAgent, ...agents.keys(), ...known.keys()]);
  return [...ids].map((agentId) => known.get(agentId) ?? { agentId, failures: 0 });
}

async function stateOf(agentId: string, { ledger }: EngineState): Promise<HeartbeatState> {
  const heartbeats = await ledger.heartbeats();
  const found = heartbeats.find((heartbeat) => heartbeat.agentId === agentId);
  return found ?? { agentId, failures: 0 };
}

async function planFor(heartbeat: HeartbeatState, state: EngineState): Promise<HeartbeatPlan> {
  const { agentId, nextAt } = heartbeat;
  // Not the start of the step, because the state may be newer.
  const now = state.clock();
  const settings = heartbeatSettings(agentId, state);
  const hasEvents = await state.ledger.hasWaitingEvents(agentId);
  const isCheckDue = nextAt !== undefined && nextAt <= now && !hasEvents;
  const file = isCheckDue ? await readHeartbeatFile(agentId, state) : undefined;
  const heartbeatFileIsEmpty = file !== undefined && isEmptyHeartbeatFile(file);
  return planHeartbeat(heartbeat, settings, { now, hasEvents, heartbeatFileIsEmpty });
}

/** A hook may name an agent that is not listed: it can be woken, but has no periodic checks. */
function heartbeatSettings(agentId: string, state: EngineState): HeartbeatSettings {
  const { agents, defaultAgent } = state.live.settings;
  const { heartbeat } = settingsOfAgent(agentId, state.live.settings);
  const isListed = agentId === defaultAgent || agents.has(agentId);
  return isListed ? heartbeat : { ...heartbeat, everyMs: 0 };
}

type Written = Extract<HeartbeatPlan, { kind: "schedule" | "skip" }>;

async function write(plan: Written, heartbeat: HeartbeatState, state: EngineState): Promise<void> {
  const { agentId, failures, retryAt } = heartbeat;
  const next = plan.nextAt === undefined ? {} : { nextAt: plan.nextAt };
  if (plan.kind === "schedule") {
    await state.ledger.scheduleHeartbeat({ agentId, ...next });
    return;
  }
  const at = state.clock();
  const { reason, why } = plan;
  const record = {
    id: state.randomId(),
    agentId,
    reason,
    startedAt: at,
    endedAt: at,
    outcome: `skipped: ${why}`,
    events: 0,
  } as const;
  const retry = retryAt === undefined ? {} : { retryAt };
  await commitEffects([{ kind: "heartbeat", record, failures, ...retry, ...next }], {}, state);
}

type StartPlan = Extract<HeartbeatPlan, { kind: "start" }>;

interface MainTurns {
  /** Does nothing while another turn of the main session runs, whose end looks again. */
  startHeartbeat(agentId: string, plan: StartPlan): Promise<void>;
  /** Takes the message once the session is free. */
  startPrompt(agentId: string, take: () => WaitingPrompt | undefined): Promise<void>;
  /** Turns that run now, by agent. */
  readonly running: ReadonlyMap<string, RunningTurn>;
  /** Resolves when the results of all turns that run now are stored. */
  settled(): Promise<void>;
}

/** A turn that holds its main session, as it was planned. */
interface StartedTurn {
  readonly claimed: ClaimedMainTurn;
  readonly facts: MainTurnFacts;
  readonly message: TurnMessage;
  readonly startedAt: number;
  /** The next periodic check, if this turn moves it. */
  readonly nextAt?: number | undefined;
}

/** A heartbeat or a user's message that may start → its turn, and one commit of its effects. */
function createMainTurns(state: EngineState, places: Places, paused: PausedRunners): MainTurns {
  const running = new Map<string, RunningTurn>();
  const tasks = createTasks(state);

  const claim = async (
    agentId: string,
    reason: TurnReason,
  ): Promise<ClaimedMainTurn | undefined> => {
    const claimed = await state.ledger.claimMainTurn({
      agentId,
      mainKey: state.live.settings.mainKey,
      turnId: state.randomId(),
      reason,
      now: state.clock(),
      maxEvents: MAX_EVENTS_PER_TURN,
      maxBytes: MAX_EVENT_BYTES_PER_TURN,
    });
    return claimed && sinceReset(claimed, state);
  };

  const carryOut = async (started: StartedTurn, signal?: AbortSignal): Promise<TurnResult> => {
    const { claimed, facts, message } = started;
    const request = requestOfMainTurn(claimed, facts, message, requestPolicyOf(state));
    const result = await call(request, signal);
    paused.note(request, result);
    const { agentId, reason } = facts;
    const { heartbeat } = claimed;
    const ended = { kind: "main", agentId, reason, heartbeat, ...started } as const;
    const effects = effectsOfTurn(ended, result, await policyFor(agentId, state));
    const usage = result.ok ? result.usage : undefined;
    const isStored = await commitEffects(effects, { usage }, state);
    return isStored ? result : NOT_STORED;
  };

  const call = async (request: TurnRequest, signal?: AbortSignal): Promise<TurnResult> => {
    if (state.phase === "stopping") return NOT_BEGUN;
    if (signal?.aborted === true) return CANCELLED;
    const turn = takeTurn(request, { ...state, runner: askingRunner(state.live.runner) });
    running.set(request.agentId, turn);
    const cancel = (): void => turn.stop("cancelled");
    signal?.addEventListener("abort", cancel, { once: true });
    const result = await turn.ended;
    signal?.removeEventListener("abort", cancel);
    return result;
  };

  const askingRunner = (runner: Runner): Runner => ({
    id: runner.id,
    keepsHistory: runner.keepsHistory,
    run: async (turn, signal) =>
      (await state.holdsStore()) && !signal.aborted ? runner.run(turn, signal) : NOT_BEGUN,
  });

  const begin = (started: StartedTurn, waiting?: WaitingPrompt): void => {
    const giveBack = places.take("main");
    const { agentId } = started.facts;
    const work = carryOut(started, waiting?.signal).then((result) => waiting?.resolve(result));
    tasks.begin(work, () => {
      running.delete(agentId);
      giveBack();
    });
  };

  return {
    running,
    startHeartbeat: async (agentId, { reason, nextAt }) => {
      const { heartbeat: settings } = settingsOfAgent(agentId, state.live.settings);
      const heartbeatFile = await readHeartbeatFile(agentId, state);
      const claimed = await claim(agentId, reason);
      if (claimed === undefined) return;
      const at = state.clock();
      const message = messageOfHeartbeat({
        reason,
        at,
        events: claimed.events,
        prompt: settings.prompt,
        heartbeatFile,
        timeZone: state.live.settings.timeZone,
        randomId: state.randomId,
      });
      const attempt = claimed.heartbeat.failures + 1;
      const facts = { agentId, reason, attempt, model: settings.model };
      begin({ claimed, facts, message, startedAt: at, nextAt });
    },
    startPrompt: async (agentId, take) => {
      const claimed = await claim(agentId, "prompt");
      if (claimed === undefined) return;
      const waiting = take() ?? TAKEN_BACK;
      const { prompt } = waiting;
      const at = state.clock();
      const message = messageOfPrompt({
        at,
        events: claimed.events,
        parts: prompt.parts ?? [{ kind: "trusted", text: prompt.text }],
        timeZone: state.live.settings.timeZone,
        randomId: state.randomId,
      });
      const facts = { ...prompt, agentId, reason: "prompt", attempt: 1 } as const;
      begin({ claimed, facts, message, startedAt: at }, waiting);
    },
    settled: tasks.settled,
  };
}

/** After a reset by `session.reset`, the earlier conversation is not handed on. */
function sinceReset(claimed: ClaimedMainTurn, { live, clock }: EngineState): ClaimedMainTurn {
  const { mainReset: reset, timeZone } = live.settings;
  const history = turnsSinceReset(claimed.history, { reset, now: clock(), timeZone });
  if (history.length === claimed.history.length) return claimed;
  const { runnerState, ...rest } = claimed;
  const kept = history.length === 0 || runnerState === undefined ? {} : { runnerState };
  return { ...rest, ...kept, history, earlierTurns: 0 };
}

const NOT_STORED: TurnResult = {
  ok: false,
  code: "stopping",
  message: "The host stopped before the answer was stored.",
  retryable: false,
};

/** The user took the message back while the session was claimed: the turn ends before it begins. */
const TAKEN_BACK: WaitingPrompt = {
  prompt: { text: "" },
  signal: AbortSignal.abort(CANCELLED.code),
  resolve: () => undefined,
};

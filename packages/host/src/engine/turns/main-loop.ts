// Main sessions and the time → the next turn of each: a user's message, a heartbeat, or a wait (HB-1 to HB-13).
import type { HeartbeatState } from "../../model/records.ts";
import type { HeartbeatSettings } from "../../model/settings.ts";
import type { TurnFailure, TurnResult } from "../../model/turn.ts";
import { type HeartbeatPlan, planHeartbeat } from "../../plan/plan-heartbeat.ts";
import { isEmptyHeartbeatFile } from "../../plan/turn-message.ts";
import { commitEffects } from "../commit.ts";
import { type EngineState, settingsOfAgent } from "../state.ts";
import { readHeartbeatFile } from "./heartbeat-file.ts";
import { createMainTurns, type MainTurns } from "./main-turn.ts";
import type { PausedRunners } from "./paused-runners.ts";
import type { Places } from "./places.ts";
import { createPromptQueue, type Prompt } from "./prompt-queue.ts";

export interface MainLoop {
  /** Starts what is due. Returns when the next thing is. */
  step(now: number): Promise<number | undefined>;
  /** A user's message: a turn that takes the waiting events with it (EVT-10). */
  prompt(prompt: Prompt, signal: AbortSignal): Promise<TurnResult>;
  /** Answers the messages that wait: the host stops. */
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

  const stepAgent = async (heartbeat: HeartbeatState, now: number): Promise<number | undefined> => {
    const { agentId } = heartbeat;
    if (turns.running.has(agentId) || places.freeForMain() === 0) return undefined;
    if (prompts.has(agentId)) {
      await turns.startPrompt(heartbeat, () => prompts.take(agentId));
      return undefined;
    }
    const plan = await planFor(heartbeat, now, state);
    if (plan.kind === "wait") return plan.until;
    if (plan.kind === "start") {
      await turns.startHeartbeat(heartbeat, plan);
      return undefined;
    }
    await write(plan, heartbeat, state);
    // What was written may make something else due.
    return stepAgent(stateOf(agentId, state), now);
  };

  return {
    turns,
    step: async (now) => {
      const times: number[] = [];
      for (const heartbeat of statesOf(prompts.agents(), state)) {
        const next = await stepAgent(heartbeat, now);
        if (next !== undefined) times.push(next);
      }
      return times.length === 0 ? undefined : Math.min(...times);
    },
    prompt: (prompt, signal) => {
      if (state.phase !== "running") return Promise.resolve(STOPPED);
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
  message: "The host does not run, so it takes no message.",
  retryable: true,
};

/** Those for which a user waits come first. */
function statesOf(prompting: readonly string[], { live, ledger }: EngineState): HeartbeatState[] {
  const { agents, defaultAgent } = live.settings;
  const known = new Map(ledger.heartbeats().map((heartbeat) => [heartbeat.agentId, heartbeat]));
  const ids = new Set([...prompting, defaultAgent, ...agents.keys(), ...known.keys()]);
  return [...ids].map((agentId) => known.get(agentId) ?? { agentId, failures: 0 });
}

function stateOf(agentId: string, { ledger }: EngineState): HeartbeatState {
  const found = ledger.heartbeats().find((heartbeat) => heartbeat.agentId === agentId);
  return found ?? { agentId, failures: 0 };
}

async function planFor(
  heartbeat: HeartbeatState,
  now: number,
  state: EngineState,
): Promise<HeartbeatPlan> {
  const { agentId, nextAt } = heartbeat;
  const settings = heartbeatSettings(agentId, state);
  const waitingEvents = state.ledger.waitingEvents(agentId);
  const isCheckDue = nextAt !== undefined && nextAt <= now && waitingEvents === 0;
  const file = isCheckDue ? await readHeartbeatFile(agentId, state) : undefined;
  const heartbeatFileIsEmpty = file !== undefined && isEmptyHeartbeatFile(file);
  return planHeartbeat(heartbeat, settings, { now, waitingEvents, heartbeatFileIsEmpty });
}

/** A hook may name an agent that is not listed: it is woken, but nothing checks it by itself. */
function heartbeatSettings(agentId: string, state: EngineState): HeartbeatSettings {
  const { agents, defaultAgent } = state.live.settings;
  const { heartbeat } = settingsOfAgent(agentId, state);
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

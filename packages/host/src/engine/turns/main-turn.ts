// A heartbeat or a user's message that may start → its turn, and one commit of what it came to: EVT-9, HB-10 to HB-12.
import type { ClaimedMainTurn } from "../../model/ledger.ts";
import type { HeartbeatState } from "../../model/records.ts";
import type { TurnReason, TurnRequest, TurnResult } from "../../model/turn.ts";
import { effectsOfTurn } from "../../plan/effects-of-turn.ts";
import { MAX_EVENT_BYTES_PER_TURN, MAX_EVENTS_PER_TURN } from "../../plan/events.ts";
import { turnsSinceReset } from "../../plan/hand-on-history.ts";
import type { HeartbeatPlan } from "../../plan/plan-heartbeat.ts";
import { messageOfHeartbeat, messageOfPrompt, type TurnMessage } from "../../plan/turn-message.ts";
import { commitEffects } from "../commit.ts";
import { policyOf } from "../effects.ts";
import { type EngineState, settingsOfAgent } from "../state.ts";
import { readHeartbeatFile } from "./heartbeat-file.ts";
import type { PausedRunners } from "./paused-runners.ts";
import type { Places } from "./places.ts";
import { CANCELLED, type WaitingPrompt } from "./prompt-queue.ts";
import { NOT_BEGUN, type RunningTurn, takeTurn } from "./take-turn.ts";
import { type MainTurnFacts, requestOfMainTurn } from "./turn-request.ts";

type StartPlan = Extract<HeartbeatPlan, { kind: "start" }>;

export interface MainTurns {
  /** Of no effect while another turn of the main session runs: its end looks again. */
  startHeartbeat(heartbeat: HeartbeatState, plan: StartPlan): Promise<void>;
  /** Takes the message once the session is free. */
  startPrompt(heartbeat: HeartbeatState, take: () => WaitingPrompt | undefined): Promise<void>;
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
  readonly heartbeat: HeartbeatState;
  /** The next periodic check, if this turn moves it. */
  readonly nextAt?: number | undefined;
}

export function createMainTurns(
  state: EngineState,
  places: Places,
  paused: PausedRunners,
): MainTurns {
  const running = new Map<string, RunningTurn>();
  const open = new Set<Promise<void>>();

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
    const request = requestOfMainTurn(claimed, { facts, message }, state);
    const result = await call(request, signal);
    paused.note(request, result);
    const { agentId, reason } = facts;
    const ended = { kind: "main", agentId, reason, ...started } as const;
    const effects = effectsOfTurn(ended, result, policyOf(state));
    const usage = result.ok ? result.usage : undefined;
    const isStored = await commitEffects(effects, { usage }, state);
    return isStored ? result : NOT_STORED;
  };

  const call = async (request: TurnRequest, signal?: AbortSignal): Promise<TurnResult> => {
    if (state.phase === "stopping") return NOT_BEGUN;
    if (signal?.aborted === true) return CANCELLED;
    const turn = takeTurn(request, { ...state, ...state.live });
    running.set(request.agentId, turn);
    const cancel = (): void => turn.stop("cancelled");
    signal?.addEventListener("abort", cancel, { once: true });
    const result = await turn.ended;
    signal?.removeEventListener("abort", cancel);
    return result;
  };

  const begin = (started: StartedTurn, waiting?: WaitingPrompt): void => {
    const giveBack = places.take("main");
    const { agentId } = started.facts;
    const task = carryOut(started, waiting?.signal)
      .then((result) => waiting?.resolve(result))
      .catch(state.reportDefect)
      .finally(() => {
        running.delete(agentId);
        giveBack();
        open.delete(task);
        state.wake();
      });
    open.add(task);
  };

  return {
    running,
    startHeartbeat: async (heartbeat, { reason, nextAt }) => {
      const { agentId, failures } = heartbeat;
      const { heartbeat: settings } = settingsOfAgent(agentId, state);
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
      const facts = { agentId, reason, attempt: failures + 1, model: settings.model };
      begin({ claimed, facts, message, startedAt: at, heartbeat, nextAt });
    },
    startPrompt: async (heartbeat, take) => {
      const { agentId } = heartbeat;
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
      begin({ claimed, facts, message, startedAt: at, heartbeat }, waiting);
    },
    settled: async () => {
      await Promise.all(open);
    },
  };
}

/** Where `session.reset` says so, the conversation before is not handed on (SES-6). */
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

// A claimed run or main turn and its message → what the runner gets.

import type { ClaimedMainTurn, ClaimedRun } from "../../model/ledger.ts";
import { settingsOfAgent } from "../../model/settings.ts";
import type { TurnReason, TurnRequest } from "../../model/turn.ts";
import { handOnHistory } from "../../plan/hand-on-history.ts";
import type { TurnMessage } from "../../plan/turn-message.ts";
import { resolveModel, resolveThinking } from "../../plan/turn-message.ts";
import type { EngineState } from "../state.ts";

const MAX_TIMEOUT_SECONDS = 86_400;

export function requestOfRun(
  { run, ...past }: ClaimedRun,
  message: TurnMessage,
  state: EngineState,
): TurnRequest {
  const { id, action, agentId, sessionKey, mappingId, attempt, interruptions, stopped } = run;
  const isIsolated = action.sessionMode === "isolated";
  return {
    id,
    attempt,
    interrupted: interruptions > 0 || stopped !== undefined,
    reason: "run",
    agentId,
    sessionKey,
    ...(mappingId !== undefined && { mappingId }),
    ...choicesOf(agentId, action, state),
    ...(isIsolated ? { history: [] } : pastOf(past, state)),
    ...textOf(message),
  };
}

export interface MainTurnFacts {
  readonly agentId: string;
  readonly reason: TurnReason;
  readonly attempt: number;
  readonly model?: string | undefined;
  readonly thinking?: string | undefined;
  readonly timeoutSeconds?: number | undefined;
}

export function requestOfMainTurn(
  claimed: ClaimedMainTurn,
  facts: MainTurnFacts,
  message: TurnMessage,
  state: EngineState,
): TurnRequest {
  const { agentId, reason, attempt } = facts;
  return {
    id: claimed.turnId,
    attempt,
    interrupted: false,
    reason,
    agentId,
    sessionKey: state.live.settings.mainKey,
    ...choicesOf(agentId, facts, state),
    ...pastOf(claimed, state),
    ...textOf(message),
  };
}

type Choices = Pick<MainTurnFacts, "model" | "thinking" | "timeoutSeconds">;

/** The choices of the action or the prompt override those of the agent. */
function choicesOf(
  agentId: string,
  wanted: Choices,
  state: EngineState,
): Pick<TurnRequest, "deadline" | "model" | "thinking"> {
  const { settings, runner } = state.live;
  const agent = settingsOfAgent(agentId, state.live.settings);
  const seconds = Math.min(wanted.timeoutSeconds ?? agent.timeoutSeconds, MAX_TIMEOUT_SECONDS);
  const model = resolveModel(wanted.model ?? agent.model, settings);
  const thinking = resolveThinking(wanted.thinking ?? agent.thinking, runner.thinkingLevels);
  return {
    deadline: state.clock() + seconds * 1_000,
    ...(model !== undefined && { model }),
    ...(thinking !== undefined && { thinking }),
  };
}

type Past = Omit<ClaimedRun, "run">;

/** A runner that keeps its own history gets only the new message. */
function pastOf(
  { history, earlierTurns: olderTurns, runnerState }: Past,
  { live, randomId }: EngineState,
): Pick<TurnRequest, "history" | "runnerState"> {
  return {
    history: live.runner.keepsHistory ? [] : handOnHistory(history, { randomId, olderTurns }),
    ...(runnerState !== undefined && { runnerState }),
  };
}

function textOf({
  message,
  parts,
  tainted,
}: TurnMessage): Pick<TurnRequest, "message" | "parts" | "tainted"> {
  return { message, parts, tainted };
}

// A claimed run or main turn and its message → what the runner gets.

import type { RandomId } from "@hookwright/core";
import type { ClaimedMainTurn, ClaimedRun } from "../model/ledger.ts";
import { type HostSettings, settingsOfAgent } from "../model/settings.ts";
import type { Runner, TurnReason, TurnRequest } from "../model/turn.ts";
import { handOnHistory } from "./hand-on-history.ts";
import type { TurnMessage } from "./turn-message.ts";
import { resolveModel, resolveThinking } from "./turn-message.ts";

const MAX_TIMEOUT_SECONDS = 86_400;

/** What a request depends on besides the claimed turn and its message. */
export interface RequestPolicy {
  readonly settings: HostSettings;
  readonly runner: Pick<Runner, "keepsHistory" | "thinkingLevels">;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly randomId: RandomId;
}

/** What the runner gets for a run: see `messageOfRun`. */
export function requestOfRun(
  { run, ...past }: ClaimedRun,
  message: TurnMessage,
  policy: RequestPolicy,
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
    ...choicesOf(agentId, action, policy),
    ...(isIsolated ? { history: [] } : pastOf(past, policy)),
    ...textOf(message),
  };
}

/** Of a heartbeat or a prompt. */
export interface MainTurnFacts {
  readonly agentId: string;
  readonly reason: TurnReason;
  readonly attempt: number;
  readonly model?: string | undefined;
  readonly thinking?: string | undefined;
  readonly timeoutSeconds?: number | undefined;
}

/** What the runner gets for a turn of a main session: see `messageOfHeartbeat` and `messageOfPrompt`. */
export function requestOfMainTurn(
  claimed: ClaimedMainTurn,
  facts: MainTurnFacts,
  message: TurnMessage,
  policy: RequestPolicy,
): TurnRequest {
  const { agentId, reason, attempt } = facts;
  return {
    id: claimed.turnId,
    attempt,
    interrupted: false,
    reason,
    agentId,
    sessionKey: policy.settings.mainKey,
    ...choicesOf(agentId, facts, policy),
    ...pastOf(claimed, policy),
    ...textOf(message),
  };
}

type Choices = Pick<MainTurnFacts, "model" | "thinking" | "timeoutSeconds">;

/** The choices of the action or the prompt override those of the agent. */
function choicesOf(
  agentId: string,
  wanted: Choices,
  policy: RequestPolicy,
): Pick<TurnRequest, "deadline" | "model" | "thinking"> {
  const { settings, runner, now } = policy;
  const agent = settingsOfAgent(agentId, settings);
  const seconds = Math.min(wanted.timeoutSeconds ?? agent.timeoutSeconds, MAX_TIMEOUT_SECONDS);
  const model = resolveModel(wanted.model ?? agent.model, settings);
  const thinking = resolveThinking(wanted.thinking ?? agent.thinking, runner.thinkingLevels);
  return {
    deadline: now + seconds * 1_000,
    ...(model !== undefined && { model }),
    ...(thinking !== undefined && { thinking }),
  };
}

type Past = Omit<ClaimedRun, "run">;

/** A runner that keeps its own history gets only the new message. */
function pastOf(
  { history, earlierTurns: olderTurns, runnerState }: Past,
  { runner, randomId }: RequestPolicy,
): Pick<TurnRequest, "history" | "runnerState"> {
  return {
    history: runner.keepsHistory ? [] : handOnHistory(history, { randomId, olderTurns }),
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

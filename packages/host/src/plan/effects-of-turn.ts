// An ended turn and its result → all that it causes, as one list that is committed at once: for a main session its
// events are done or waiting again, with history, delivery and record.

import { retryDelayMs } from "@hookwright/node-kit/times";
import type { Effect } from "../model/effects.ts";
import type { ClaimedMainTurn } from "../model/ledger.ts";
import type { HeartbeatOutcome, HeartbeatState } from "../model/records.ts";
import { settingsOfAgent } from "../model/settings.ts";
import type { TurnFailure, TurnReason, TurnResult, TurnSuccess } from "../model/turn.ts";
import { classifyAnswer } from "./classify-answer.ts";
import { createDelivery, type EndedRun, effectsOfRun, keptState } from "./effects-of-run.ts";
import { MAX_RETRY_MS } from "./plan-heartbeat.ts";
import type { TurnMessage } from "./turn-message.ts";
import type { TurnPolicy } from "./turn-policy.ts";

type EndedTurn = EndedRun | EndedMainTurn;

/**
 * For runs and for turns of main sessions. These codes of a failure come from the host and decide what
 * becomes of a run: `stopping` (queued again), `cancelled`, `timeout` and all others (dead, unless the
 * runner says that the turn did nothing).
 */
export function effectsOfTurn(
  turn: EndedTurn,
  result: TurnResult,
  policy: TurnPolicy,
): readonly Effect[] {
  return turn.kind === "run"
    ? effectsOfRun(turn, result, policy)
    : effectsOfMainTurn(turn, result, policy);
}

/** A heartbeat or a prompt that has ended. */
export interface EndedMainTurn {
  readonly kind: "main";
  readonly agentId: string;
  readonly reason: TurnReason;
  readonly claimed: Pick<ClaimedMainTurn, "turnId" | "events" | "history">;
  readonly message: Pick<TurnMessage, "stored" | "tainted">;
  readonly startedAt: number;
  /** As it was before the turn was claimed. */
  readonly heartbeat: HeartbeatState;
  /** When the next periodic check is due, if this turn moves it. */
  readonly nextAt?: number | undefined;
}

function effectsOfMainTurn(
  turn: EndedMainTurn,
  result: TurnResult,
  policy: TurnPolicy,
): readonly Effect[] {
  if (turn.reason === "prompt") return effectsOfPrompt(turn, result, policy);
  return result.ok
    ? effectsOfAnswer(turn, result, policy)
    : effectsOfFailure(turn, result, policy.now);
}

/** The gateway gives the answer to the user itself. The heartbeats go on as they were. */
function effectsOfPrompt(
  turn: EndedMainTurn,
  result: TurnResult,
  policy: TurnPolicy,
): readonly Effect[] {
  const { failures, retryAt } = turn.heartbeat;
  const outcome = result.ok ? "sent" : (`failed: ${result.code}` as const);
  return [
    eventsAfter(turn, result),
    historyOf(turn, result, policy),
    {
      ...endOf(turn, outcome, policy.now),
      failures,
      ...(retryAt !== undefined && { retryAt }),
    },
  ];
}

function effectsOfAnswer(
  turn: EndedMainTurn,
  result: TurnSuccess,
  policy: TurnPolicy,
): readonly Effect[] {
  const { claimed, nextAt } = turn;
  const said = deliveryOfAnswer(turn, result, policy);
  const isSilent = said.outcome === "ack" || said.outcome === "empty";
  return [
    eventsAfter(turn, result),
    ...(isSilent && claimed.events.length === 0 ? [] : [historyOf(turn, result, policy)]),
    ...said.effects,
    {
      ...endOf(turn, said.outcome, policy.now),
      failures: 0,
      ...(nextAt !== undefined && { nextAt }),
      ...(said.answer !== undefined && { deliveredAnswer: said.answer }),
    },
  ];
}

interface Said {
  readonly outcome: HeartbeatOutcome;
  readonly effects: readonly Effect[];
  /** What was handed to a delivery. */
  readonly answer?: string;
}

function deliveryOfAnswer(turn: EndedMainTurn, result: TurnSuccess, policy: TurnPolicy): Said {
  const { agentId, claimed } = turn;
  const { ackMaxChars, target, to } = settingsOfAgent(agentId, policy.settings).heartbeat;
  const { attachments } = result;
  const hasAttachments = attachments !== undefined && attachments.length > 0;
  const classified = classifyAnswer(result.text, { ackMaxChars, hasAttachments });
  if (classified.kind !== "deliver") return { outcome: classified.kind, effects: [] };
  const answer = classified.text.trim();
  if (!hasAttachments && isNagging(turn, answer, policy.now)) {
    return { outcome: "duplicate", effects: [] };
  }
  if (target === "none") return { outcome: "no-route", effects: [] };
  const origin = { heartbeatId: claimed.turnId };
  const channel = target ?? "last";
  const { text } = classified;
  const tainted = hasReadOutsideText(turn);
  const request = { agentId, channel, to, text, tainted, attachments, origin };
  const delivery = createDelivery(request, policy);
  if (needsNoReader(turn, target) && NO_READER.has(delivery.code)) {
    return { outcome: "no-route", effects: [] };
  }
  const effects: Effect[] = [{ kind: "delivery", delivery }];
  // A dead delivery stays in the list. An event about it would wake the session that caused it.
  if (delivery.state === "dead") return { outcome: "no-route", effects };
  return { outcome: "sent", effects, answer };
}

/** Without a configured target, a remark about results of runs needs no recipient, but the answer to a wake does. */
function needsNoReader({ claimed }: EndedMainTurn, target: string | undefined): boolean {
  return target === undefined && claimed.events.every(({ origin }) => origin !== "wake");
}

const NO_READER: ReadonlySet<string | undefined> = new Set(["no_channel", "no_recipient"]);

const DAY_MS: number = 24 * 60 * 60_000;

/** A periodic check without events that says what it said within the last day. */
function isNagging(
  { reason, claimed, heartbeat }: EndedMainTurn,
  answer: string,
  now: number,
): boolean {
  const { lastAnswer, lastAnswerAt } = heartbeat;
  if (reason !== "interval" || claimed.events.length > 0) return false;
  return lastAnswer === answer && lastAnswerAt !== undefined && now - lastAnswerAt < DAY_MS;
}

/** Its events wait again, so the history does not have them twice. */
function effectsOfFailure(
  turn: EndedMainTurn,
  result: TurnFailure,
  now: number,
): readonly Effect[] {
  const end = endOf(turn, `failed: ${result.code}`, now);
  const back = eventsAfter(turn, result);
  if (result.code === "stopping") return [back, ...takeUpAgain(turn, end, now)];
  const failures = turn.heartbeat.failures + 1;
  const asked = Math.min(result.retryAfterMs ?? 0, MAX_RETRY_MS);
  const retryAt = now + Math.max(retryDelayMs(failures), asked);
  const { nextAt } = turn;
  return [back, { ...end, failures, retryAt, ...(nextAt !== undefined && { nextAt }) }];
}

type HeartbeatEnd = Omit<Extract<Effect, { kind: "heartbeat" }>, "failures">;

/** The host was stopped: the turn did not fail, and is due at the next start. */
function takeUpAgain(turn: EndedMainTurn, end: HeartbeatEnd, now: number): readonly Effect[] {
  const { agentId, reason, heartbeat } = turn;
  const { failures, retryAt } = heartbeat;
  const kept = { ...end, failures, ...(retryAt !== undefined && { retryAt }) };
  if (reason === "interval") return [{ ...kept, nextAt: now }];
  if (reason === "retry") return [{ ...kept, retryAt: now }];
  return [kept, { kind: "heartbeat-request", agentId, at: now, reason }];
}

function eventsAfter({ claimed }: EndedMainTurn, result: TurnResult): Effect {
  return { kind: result.ok ? "events-done" : "events-back", turnId: claimed.turnId };
}

function historyOf(
  turn: EndedMainTurn,
  result: TurnResult,
  { now: at, settings }: TurnPolicy,
): Effect {
  const { agentId, claimed, message } = turn;
  const { heading, eventParts, parts } = message.stored;
  const tainted = hasReadOutsideText(turn);
  const base = { kind: "history", agentId, sessionKey: settings.mainKey } as const;
  const stored = { at, heading, tainted, turnId: claimed.turnId };
  if (!result.ok) return { ...base, turn: { ...stored, parts, noAnswer: result.code } };
  return {
    ...base,
    turn: { ...stored, parts: [...eventParts, ...parts], answer: result.text },
    ...keptState(result.runnerState),
  };
}

function hasReadOutsideText({ message, claimed }: EndedMainTurn): boolean {
  return message.tainted || claimed.history.some((earlier) => earlier.tainted);
}

function endOf(turn: EndedMainTurn, outcome: HeartbeatOutcome, endedAt: number): HeartbeatEnd {
  const { agentId, reason, startedAt, claimed } = turn;
  const { turnId: id, events } = claimed;
  return {
    kind: "heartbeat",
    record: { id, agentId, reason, startedAt, endedAt, outcome, events: events.length },
  };
}

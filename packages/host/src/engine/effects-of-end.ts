// STAND-IN until plan/ has effectsOfTurn().
import type { ClaimedMainTurn } from "../model/ledger.ts";
import type { Effect } from "../model/effects.ts";
import type { DeliveryRecord, HeartbeatState, RunRecord } from "../model/records.ts";
import type { TurnRequest, TurnResult } from "../model/turn.ts";
import { judgeAnswer } from "../plan/judge-answer.ts";
import { heartbeatRetryMs } from "../plan/plan-heartbeat.ts";
import { resolveRecipient } from "../plan/resolve-recipient.ts";
import { runRetryMs } from "../plan/retry-times.ts";
import { messageOfRun, type TurnMessage } from "../plan/turn-message.ts";
import type { MainTurnFacts } from "./turn-request.ts";
import { type EngineState, settingsOfAgent } from "./state.ts";

export interface EndedRun {
  readonly run: RunRecord;
  readonly message: TurnMessage;
  readonly request: TurnRequest;
  readonly result: TurnResult;
}

export function effectsOfRun({ run, message, result }: EndedRun, state: EngineState): Effect[] {
  const at = state.clock();
  const base = { kind: "run", runId: run.id, at } as const;
  if (!result.ok) {
    if (result.code === "stopping") return [{ ...base, state: "queued", dueAt: at, countAttempt: false }];
    const wait = result.retryable
      ? runRetryMs({ attempt: run.attempt, retryAfterMs: result.retryAfterMs, random: state.random })
      : undefined;
    if (wait !== undefined) {
      return [{ ...base, state: "failed", dueAt: at + wait, code: result.code, reason: result.message }];
    }
  }
  const end = result.ok ? "done" : result.code === "cancelled" ? "cancelled" : "dead";
  const effects: Effect[] = [
    {
      ...base,
      state: end,
      ...(result.ok ? { answer: result.text } : { code: result.code, reason: result.message }),
      ...(!result.ok && result.partial !== undefined && { partial: result.partial }),
    },
    {
      kind: "history",
      agentId: run.agentId,
      sessionKey: run.sessionKey,
      turn: {
        at,
        ...message.stored,
        tainted: message.tainted,
        turnId: run.id,
        ...(result.ok ? { answer: result.text } : { noAnswer: result.code }),
      },
      ...(result.ok && result.runnerState !== undefined && { runnerState: result.runnerState }),
    },
    {
      kind: "event",
      event: {
        id: state.randomId(),
        agentId: run.agentId,
        at,
        origin: "run",
        runId: run.id,
        title: `Hook ${run.action.name}`,
        parts: [{ kind: "trusted", text: result.ok ? result.text : result.message }],
        tainted: false,
      },
    },
  ];
  if (run.action.wakeMode === "now") effects.push({ kind: "heartbeat-request", agentId: run.agentId, at, reason: "run" });
  if (result.ok && run.action.deliver) effects.push(...deliveryOf(run, result.text, state));
  return effects;
}

function deliveryOf(run: RunRecord, text: string, state: EngineState): Effect[] {
  const judged = judgeAnswer(text);
  if (judged.kind !== "deliver") return [];
  const at = state.clock();
  const { channels, settings } = state.live;
  const found = resolveRecipient(
    { agentId: run.agentId, channel: run.action.channel, to: run.action.to },
    { channels, route: (request) => state.ledger.route(request), defaultTo: settings.defaultTo },
  );
  const delivery: DeliveryRecord = {
    id: state.randomId(),
    agentId: run.agentId,
    runId: run.id,
    channel: found.channel,
    to: found.to,
    createdAt: at,
    state: found.ok ? "queued" : "dead",
    parts: judged.text.match(new RegExp(`[^]{1,${channels.get(found.channel)?.limit ?? 4000}}`, "g")) ?? [],
    sentIds: [],
    tries: 0,
    plain: false,
    dueAt: at,
    resends: 0,
    ...(!found.ok && { code: found.code, reason: found.reason, endedAt: at }),
  };
  return [{ kind: "delivery", delivery }];
}

export function effectsOfFailedRun(
  run: RunRecord,
  failure: { readonly code: string; readonly message: string },
  state: EngineState,
): Effect[] {
  const message = messageOfRun(run, state.live.settings);
  return effectsOfRun(
    { run, message, request: undefined as never, result: { ok: false, retryable: false, ...failure } },
    state,
  );
}

export function effectsOfCancelledRun(run: RunRecord, state: EngineState): Effect[] {
  return effectsOfFailedRun(run, { code: "cancelled", message: "The operator cancelled the run." }, state);
}

export interface EndedMainTurn {
  readonly claimed: ClaimedMainTurn;
  readonly facts: MainTurnFacts;
  readonly message: TurnMessage;
  readonly startedAt: number;
  readonly heartbeat: HeartbeatState;
  readonly nextAt?: number | undefined;
  readonly request: TurnRequest;
  readonly result: TurnResult;
}

export function effectsOfMainTurn(ended: EndedMainTurn, state: EngineState): Effect[] {
  const { claimed, facts, startedAt, heartbeat, nextAt, result, message } = ended;
  const at = state.clock();
  const failures = result.ok ? 0 : heartbeat.failures + 1;
  const judged = result.ok
    ? judgeAnswer(result.text, settingsOfAgent(facts.agentId, state).heartbeat)
    : undefined;
  return [
    { kind: result.ok ? "events-done" : "events-back", turnId: claimed.turnId },
    ...(result.ok
      ? [
          {
            kind: "history",
            agentId: facts.agentId,
            sessionKey: state.live.settings.mainKey,
            turn: { at, ...message.stored, tainted: message.tainted, turnId: claimed.turnId, answer: result.text },
          } as const,
        ]
      : []),
    {
      kind: "heartbeat",
      record: {
        id: claimed.turnId,
        agentId: facts.agentId,
        reason: facts.reason,
        startedAt,
        endedAt: at,
        outcome: result.ok ? (judged?.kind === "ack" ? "ack" : "sent") : `failed: ${result.code}`,
        events: claimed.events.length,
      },
      failures,
      ...(!result.ok && facts.reason !== "prompt" && { retryAt: at + heartbeatRetryMs(failures) }),
      ...(nextAt !== undefined && { nextAt }),
    },
  ];
}

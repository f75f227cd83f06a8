// A run or delivery that the engine ends itself → the effects, by the functions of plan/ and the current state.
import type { Effect } from "../model/effects.ts";
import type { DeliveryRecord, RunRecord } from "../model/records.ts";
import { effectsOfTurn } from "../plan/effects-of-turn.ts";
import { eventOfUndelivered } from "../plan/run-events.ts";
import { messageOfRun } from "../plan/turn-message.ts";
import type { TurnPolicy } from "../plan/turn-policy.ts";
import type { EngineState } from "./state.ts";

export function policyOf({ live, ledger, clock, randomId, random }: EngineState): TurnPolicy {
  const { settings, channels } = live;
  const route: TurnPolicy["route"] = (request) => ledger.route(request);
  return { settings, channels, route, now: clock(), randomId, random };
}

/** The end of a run without a turn: it was cancelled while it waited, or its process ended. */
export function effectsOfFailedRun(
  run: RunRecord,
  failure: { readonly code: string; readonly message: string },
  state: EngineState,
): readonly Effect[] {
  const message = messageOfRun(run, state.live.settings);
  const result = { ok: false, retryable: false, ...failure } as const;
  return effectsOfTurn({ kind: "run", run, message, history: [] }, result, policyOf(state));
}

type DeliveryChange = Extract<Effect, { kind: "delivery-change" }>["change"];

/** The dead delivery of a heartbeat is listed but adds no event, because that event would cause another heartbeat. */
export function effectsOfDeadDelivery(
  delivery: DeliveryRecord,
  change: DeliveryChange & { readonly reason: string },
  { ledger, clock, randomId }: EngineState,
): readonly Effect[] {
  const { id, runId, channel } = delivery;
  const changed: Effect = { kind: "delivery-change", id, change };
  const run = runId === undefined ? undefined : ledger.run(runId);
  if (run === undefined) return [changed];
  const { reason } = change;
  const event = eventOfUndelivered(run, { channel, reason }, { id: randomId(), at: clock() });
  return [changed, { kind: "event", event }];
}

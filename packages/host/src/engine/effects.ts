// A run or delivery that the engine ends itself → the effects, by the functions of plan/ and the current state.
import type { Route } from "../model/channel.ts";
import type { Effect } from "../model/effects.ts";
import { NOTIFY_CHANNEL } from "../model/notify.ts";
import type { DeliveryRecord, RunRecord } from "../model/records.ts";
import { effectsOfTurn } from "../plan/effects-of-turn.ts";
import { eventOfUndelivered, eventOfUnsent } from "../plan/run-events.ts";
import { messageOfRun } from "../plan/turn-message.ts";
import type { TurnPolicy } from "../plan/turn-policy.ts";
import type { RequestPolicy } from "../plan/turn-request.ts";
import type { EngineState } from "./state.ts";

/** `routes`: of the turn's agent. */
function policyOf(
  { live, clock, randomId, random }: EngineState,
  routes: readonly Route[],
): TurnPolicy {
  const { settings, channels } = live;
  return { settings, channels, routes, now: clock(), randomId, random };
}

/** Read when the turn has ended: a route that was noted during the turn counts, a later one does not. */
export async function policyFor(agentId: string, state: EngineState): Promise<TurnPolicy> {
  return policyOf(state, await state.ledger.routes(agentId));
}

/** A run whose answer is not delivered needs no route, and most runs of a busy host are such. */
export async function policyForRun(
  { agentId, action }: RunRecord,
  state: EngineState,
): Promise<TurnPolicy> {
  return action.deliver ? policyFor(agentId, state) : policyOf(state, []);
}

/** The end of a run without a turn: it was cancelled while it waited, or its process ended. */
export function effectsOfFailedRun(
  run: RunRecord,
  failure: { readonly code: string; readonly message: string },
  state: EngineState,
): readonly Effect[] {
  const message = messageOfRun(run, state.live.settings);
  const result = { ok: false, retryable: false, ...failure } as const;
  // Nothing is delivered, so no route is needed.
  return effectsOfTurn({ kind: "run", run, message, history: [] }, result, policyOf(state, []));
}

/** For the request of a turn that begins now. */
export function requestPolicyOf({ live, clock, randomId }: EngineState): RequestPolicy {
  const { settings, runner } = live;
  return { settings, runner, now: clock(), randomId };
}

/** Without a run: that of a heartbeat, or one whose run was removed by retention. */
export interface DeliveryOfRun {
  readonly delivery: DeliveryRecord;
  readonly run?: RunRecord | undefined;
}

export async function withRun(
  delivery: DeliveryRecord,
  { ledger }: EngineState,
): Promise<DeliveryOfRun> {
  const { runId } = delivery;
  return { delivery, run: runId === undefined ? undefined : await ledger.run(runId) };
}

type DeliveryChange = Extract<Effect, { kind: "delivery-change" }>["change"];

/** The dead delivery of a heartbeat is listed but adds no event, because that event would cause another heartbeat. */
export function effectsOfDeadDelivery(
  { delivery, run }: DeliveryOfRun,
  change: DeliveryChange & { readonly reason: string },
  { clock, randomId }: EngineState,
): readonly Effect[] {
  const { id, channel } = delivery;
  const changed: Effect = { kind: "delivery-change", id, change };
  if (channel === NOTIFY_CHANNEL) return [changed];
  const { reason } = change;
  const options = { id: randomId(), at: clock() };
  if (run === undefined) {
    if (delivery.written === undefined) return [changed];
    return [changed, { kind: "event", event: eventOfUnsent(delivery, reason, options) }];
  }
  const event = eventOfUndelivered(run, { channel, reason }, options);
  return [changed, { kind: "event", event }];
}

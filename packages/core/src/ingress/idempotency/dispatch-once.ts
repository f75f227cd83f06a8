// An action with a `dedupeKey` → dispatched, or the result that the first action with this key had.

import type { PromiseOrValue } from "@hookwright/base";
import { isPromiseLike } from "@hookwright/base";
import { type DispatchOrder, dispatchAction } from "../dispatch/dispatch-action.ts";
import type { DispatchResult } from "../dispatch/dispatch-result.ts";
import type { RequestContext } from "../request-context.ts";
import type { IngressState } from "../state.ts";
import type { HeldClaim } from "./held-claim.ts";
import type { StoredAnswer } from "./store.ts";
import { type TakeResult, takeClaim } from "./take-claim.ts";

/** A promise only where `dispatch` or the store gives one. */
export function dispatchOnce(
  order: DispatchOrder,
  context: RequestContext,
  state: IngressState,
): PromiseOrValue<DispatchResult> {
  const { dedupeKey, mappingId } = order;
  const { claims } = state;
  if (dedupeKey === undefined || claims === undefined) return dispatchAction(order, context, state);
  const ttlSeconds = context.idempotencyTtlSeconds;
  const key = `dedupe:${JSON.stringify([mappingId, dedupeKey])}`;
  const taken = takeClaim([{ key, ttlSeconds }], context, { claims, state });
  const go = (result: TakeResult) => carryOut(result, order, { context, state });
  return isPromiseLike(taken) ? taken.then(go) : go(taken);
}

interface Dispatching {
  readonly context: RequestContext;
  readonly state: IngressState;
}

function carryOut(
  taken: TakeResult,
  order: DispatchOrder,
  { context, state }: Dispatching,
): PromiseOrValue<DispatchResult> {
  if (taken.kind === "refused") return { ok: false, gate: taken.gate };
  if (taken.kind === "done") {
    const { runId, ...answer } = taken.answer;
    return { ok: true, answer, runId, isRepeat: true };
  }
  const { claim } = taken;
  const done = dispatchAction(order, context, state);
  return isPromiseLike(done) ? done.then((settled) => settle(settled, claim)) : settle(done, claim);
}

function settle(done: DispatchResult, claim: HeldClaim): PromiseOrValue<DispatchResult> {
  if (!done.ok && done.late !== undefined) {
    claim.holdUntil(done.late.then((late) => () => tell(late, claim)));
    return done;
  }
  const told = tell(done, claim);
  return isPromiseLike(told) ? told.then(() => done) : done;
}

function tell(done: DispatchResult, claim: HeldClaim): PromiseOrValue<void> {
  return done.ok ? claim.complete(storedResult(done)) : claim.release();
}

function storedResult({ answer, runId }: DispatchResult & { readonly ok: true }): StoredAnswer {
  return { ...answer, ...(runId !== undefined && { runId }) };
}

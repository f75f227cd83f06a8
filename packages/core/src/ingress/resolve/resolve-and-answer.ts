// An event whose sender is known → its answer: resolved within its time, then dispatched.

import type { PromiseOrValue } from "@hookwright/base";
import { isPromiseLike } from "@hookwright/base";
import type { Resolution } from "../../base/index.ts";
import { EventView } from "../../base/index.ts";
import { answerGate, answerResolution } from "../answer-resolution.ts";
import type { IngressAnswer } from "../request.ts";
import type { RequestContext } from "../request-context.ts";
import type { IngressState, ServingState } from "../state.ts";
import { resolveInTime } from "./resolve-in-time.ts";

export function resolveAndAnswer(
  context: RequestContext,
  state: ServingState,
): PromiseOrValue<IngressAnswer> {
  const resolution = state.hooks.resolve(viewRequest(context, state));
  if (!isPromiseLike(resolution)) return answerResolved(resolution, context, state);
  context.deadline = state.clock() + state.requestTimeoutMs;
  return resolveInTime(resolution, state).then((result) => {
    if (result.ok) return answerResolved(result.resolution, context, state);
    context.isOver = true;
    return answerGate(result.gate, context.notes);
  });
}

function answerResolved(
  resolution: Resolution,
  context: RequestContext,
  state: ServingState,
): PromiseOrValue<IngressAnswer> {
  noteResolved(context, state);
  return answerResolution(resolution, context, state);
}

function viewRequest(context: RequestContext, { secretHeaders }: IngressState): EventView {
  const { target, route, headers, query, payload, receivedAt, proof, auth, hideSecrets } = context;
  return new EventView({
    path: route.name,
    proof,
    payload,
    receivedAt,
    headers,
    query,
    url: target,
    secretHeaders:
      auth === undefined ? secretHeaders : [...secretHeaders, ...auth.secretPlaces.headers],
    secretParameters: auth?.secretPlaces.query,
    hideSecrets,
    isOver: () => context.isOver || context.request.isGone(),
  });
}

/** Clocks are read only where somebody is told: each reading costs a small request a hundredth. */
function noteResolved(
  { notes, receivedAt }: RequestContext,
  { isObserved, clock }: IngressState,
): void {
  if (isObserved) notes.resolveMs = clock() - receivedAt - (notes.readMs as number);
}

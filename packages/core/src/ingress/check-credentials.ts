// Gate 4: the token of a request → nothing, and how it came; or 401, or 429 after too many failures.

import type { PromiseOrValue } from "@hookwright/base";
import { mapPromise, networkOf } from "@hookwright/base";
import { createRefusal, TOKEN_PROOF } from "../base/index.ts";
import { type Gate, type GateRefusal, refuse } from "./answer.ts";
import { checkDeclaredLength } from "./check-body.ts";
import { readIdempotencyKey } from "./dispatch/idempotency-key.ts";
import { askInTime } from "./limits/throttle.ts";
import { readToken } from "./read-token.ts";
import type { BodyLimits } from "./request.ts";
import type { RequestContext } from "./request-context.ts";
import type { ServingState } from "./state.ts";

/** A right token always passes: a stranger behind the same proxy must not be able to lock others out. */
export function checkCredentials(
  context: RequestContext,
  state: ServingState,
): PromiseOrValue<Gate> {
  return acceptToken(context, state) ? undefined : refuseCredentials(context, state);
}

export function acceptToken(context: RequestContext, { carriers, hooks }: ServingState): boolean {
  const carried = readToken(context.headers, context.query, carriers);
  if (carried === undefined || !hooks.verifyToken(carried.token)) return false;
  context.notes.credential = carried.carrier;
  context.proof = TOKEN_PROOF;
  return true;
}

/** What else the head of a request with the hook token says. */
export function checkTokenHead(
  context: RequestContext,
  limits: BodyLimits,
  { warnQueryToken }: ServingState,
): Gate {
  const { headers, notes, route } = context;
  if (notes.credential === "query") warnQueryToken(route.name);
  const sent = readIdempotencyKey(headers);
  if (!sent.ok) return sent.gate;
  if (sent.key !== undefined) context.idempotencyKey = context.hideSecrets(sent.key);
  return checkDeclaredLength(headers, limits);
}

/**
 * The same bytes for whatever was wrong, on routes with and without an `auth`, and for unknown names.
 * A request is counted when its credentials were judged, never before: a client with many failures may
 * stand behind the same address as the sender.
 */
export function refuseCredentials(
  { remoteAddress: client = "unknown" }: RequestContext,
  { throttle, timer, warnThrottle }: ServingState,
): PromiseOrValue<GateRefusal> {
  const asked = askInTime(() => throttle.fail(networkOf(client)), {
    timer,
    onFailure: warnThrottle,
  });
  return mapPromise(asked, (waitSeconds = 0) =>
    waitSeconds > 0 ? tooManyFailures(waitSeconds) : UNAUTHORIZED,
  );
}

const UNAUTHORIZED = refuse(createRefusal("unauthorized", "Missing or wrong credentials."), {
  "www-authenticate": "Bearer",
});

function tooManyFailures(waitSeconds: number): GateRefusal {
  const refusal = createRefusal(
    "too_many_failures",
    "Too many requests with missing or wrong credentials.",
  );
  return refuse(refusal, { "retry-after": String(Math.ceil(waitSeconds)) });
}

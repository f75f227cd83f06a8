// Gate 4: the token of a request → nothing, and how it came; or 401, or 429 after too many failures.
import { networkOf } from "../data/address.ts";
import { createRefusal } from "../problem/refusal.ts";
import { type Gate, type GateRefusal, refuse } from "./gate.ts";
import { readToken } from "./read-token.ts";
import type { RequestContext } from "./request-context.ts";
import type { ServingState } from "./state.ts";

/** A right token always passes: a stranger behind the same proxy must not be able to lock others out. */
export function checkCredentials(
  { headers, query, remoteAddress: client = "unknown", notes }: RequestContext,
  { carriers, hooks, throttle }: ServingState,
): Gate {
  const carried = readToken(headers, query, carriers);
  if (carried !== undefined && hooks.verifyToken(carried.token)) {
    notes.credential = carried.carrier;
    return undefined;
  }
  const waitSeconds = throttle.fail(networkOf(client));
  return waitSeconds === 0 ? UNAUTHORIZED : tooManyFailures(waitSeconds);
}

const UNAUTHORIZED = refuse(createRefusal("unauthorized", "The hook token is missing or wrong."), {
  "www-authenticate": "Bearer",
});

function tooManyFailures(waitSeconds: number): GateRefusal {
  const refusal = createRefusal(
    "too_many_failures",
    "Too many requests with a missing or wrong token.",
  );
  return refuse(refusal, { "retry-after": String(waitSeconds) });
}

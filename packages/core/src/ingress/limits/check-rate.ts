// What an event came to → nothing where its mapping may dispatch it now, or 429 with the time to wait.

import type { PromiseOrValue } from "@hookwright/base";
import { mapPromise } from "@hookwright/base";
import { createRefusal } from "../../base/index.ts";
import { type Gate, refuse } from "../gate.ts";
import type { RequestContext } from "../request-context.ts";
import type { ServingState } from "../state.ts";
import { askInTime } from "./ask-in-time.ts";

/** Undefined at once where the mapping has no limit, as most have none. */
export function checkRate(
  mappingId: string | undefined,
  { proof, auth }: RequestContext,
  { hooks, rateLimiter, timer, warnRateLimiter }: ServingState,
): PromiseOrValue<Gate> {
  const limit = mappingId === undefined ? undefined : hooks.rateLimit(mappingId);
  if (limit === undefined) return undefined;
  // A way of proof, not one of its secrets: the new one goes on where the old one was.
  const key = `${mappingId} ${proof}`;
  const asked = askInTime(() => rateLimiter.take(key, limit), {
    timer,
    onFailure: warnRateLimiter,
  });
  return mapPromise(asked, (waitSeconds = 0) => {
    if (!(waitSeconds > 0)) return undefined;
    const refusal = createRefusal("rate_limited", "Too many events of this kind; send it later.");
    // For a sender that switches a hook off on 4xx, the same pause is a 503.
    const status = auth?.delivery?.acceptRefused ? 503 : refusal.status;
    return refuse({ ...refusal, status }, { "retry-after": String(Math.ceil(waitSeconds)) });
  });
}

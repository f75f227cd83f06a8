// A mapping's rate limit and a request → a refusal with the time to wait, if too many events came before.
import { createRefusal, type RateLimit } from "../../model/index.ts";
import { type Gate, refuse } from "./answer.ts";
import type { Proved } from "./phases.ts";
import type { IngressState } from "./state.ts";
import { askInTime } from "./store.ts";

/** The key names the proof, not one of its secrets, so that a rotated secret continues the count. */
export async function checkRate(
  limit: RateLimit,
  mappingId: string,
  { auth, proof }: Proved,
  { rateLimiter, timer, warnRateLimiter }: IngressState,
): Promise<Gate> {
  const take = () => rateLimiter.take(`${mappingId} ${proof}`, limit);
  const waitSeconds = (await askInTime(take, { timer, onFailure: warnRateLimiter })) ?? 0;
  if (!(waitSeconds > 0)) return undefined;
  // A sender that disables a hook on 4xx gets a 503 with the same pause.
  const refusal =
    auth?.delivery?.on4xx === "disables" ? { ...RATE_LIMITED, status: 503 } : RATE_LIMITED;
  return refuse(refusal, { "retry-after": String(Math.ceil(waitSeconds)) });
}

const RATE_LIMITED = createRefusal("rate_limited", "Too many events of this kind; send it later.");

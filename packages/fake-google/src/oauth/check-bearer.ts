// The Authorization header of a call → the grant behind it, or the refusal.
import type { FakeRequest } from "../http/route.ts";
import type { World } from "../world.ts";
import type { Grant } from "./state.ts";

type BearerResult =
  | { readonly ok: true; readonly grant: Grant }
  | { readonly ok: false; readonly reason: "unauthenticated" | "scope" };

/** One of the scopes is enough. */
export function checkBearer(
  world: World,
  request: FakeRequest,
  scopes: readonly string[],
): BearerResult {
  const token = /^Bearer (.+)$/.exec(request.headers["authorization"] ?? "")?.[1];
  const found = token === undefined ? undefined : world.oauth.accessTokens.get(token);
  if (found === undefined || found.grant.isRevoked || world.clock.now() >= found.expiresAt) {
    return { ok: false, reason: "unauthenticated" };
  }
  const isAllowed = found.grant.scopes.some((scope) => scopes.includes(scope));
  return isAllowed ? { ok: true, grant: found.grant } : { ok: false, reason: "scope" };
}

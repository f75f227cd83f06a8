// Grants → tokens, each an unguessable secret that tests can search for.
import { randomBytes } from "node:crypto";
import type { World } from "../world.ts";
import type { Grant, OauthState } from "./state.ts";

/** The limit of live refresh tokens for a client and an account; one more silently ends the oldest. */
const MAX_REFRESH_TOKENS = 100;

export function issueAccessToken(world: World, grant: Grant): string {
  const token = createSecret(world.oauth, "ya29.a0");
  const expiresAt = world.clock.now() + world.settings.accessTokenSeconds * 1_000;
  world.oauth.accessTokens.set(token, { grant, expiresAt });
  return token;
}

export function issueRefreshToken(world: World, grant: Grant): string {
  const { refreshTokens } = world.oauth;
  const token = createSecret(world.oauth, "1//0");
  refreshTokens.set(token, grant);
  const live = [...refreshTokens.values()].filter(
    (one) => !one.isRevoked && one.clientId === grant.clientId && one.subject === grant.subject,
  );
  if (live.length > MAX_REFRESH_TOKENS && live[0] !== undefined) live[0].isRevoked = true;
  return token;
}

export function createGrant(
  world: World,
  { clientId, subject, scopes }: Pick<Grant, "clientId" | "subject" | "scopes">,
): Grant {
  const { refreshTokenSeconds } = world.settings;
  const expiresAt =
    refreshTokenSeconds === undefined ? undefined : world.clock.now() + refreshTokenSeconds * 1_000;
  return { clientId, subject, scopes, expiresAt, isRevoked: false };
}

export function isGrantLive(world: World, grant: Grant): boolean {
  const { expiresAt } = grant;
  return !grant.isRevoked && (expiresAt === undefined || world.clock.now() < expiresAt);
}

/** A secret with the prefix that Google uses. */
export function createSecret(state: OauthState, prefix: string): string {
  const secret = `${prefix}${randomBytes(24).toString("base64url")}`;
  state.secrets.add(secret);
  return secret;
}

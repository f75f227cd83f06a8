// Grants → tokens, each an unguessable secret that tests can search for.
import { randomBytes } from "node:crypto";
import type { World } from "../world.ts";
import type { Grant, OauthState } from "./state.ts";

export function issueAccessToken(world: World, grant: Grant): string {
  const token = createSecret(world.oauth, "ya29.a0");
  const expiresAt = world.clock.now() + world.settings.accessTokenSeconds * 1_000;
  world.oauth.accessTokens.set(token, { grant, expiresAt });
  return token;
}

export function issueRefreshToken(world: World, grant: Grant): string {
  const token = createSecret(world.oauth, "1//0");
  world.oauth.refreshTokens.set(token, grant);
  return token;
}

/** A secret with the prefix that Google uses. */
export function createSecret(state: OauthState, prefix: string): string {
  const secret = `${prefix}${randomBytes(24).toString("base64url")}`;
  state.secrets.add(secret);
  return secret;
}

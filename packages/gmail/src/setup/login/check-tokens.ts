// The answer of the token service to a login → the login, or what it lacks.
import type { UserCredentials } from "../../google/auth/credentials.ts";
import { refuseLogin } from "../../google/auth/refuse-login.ts";
import { revokeToken } from "../../google/auth/revoke-token.ts";
import type { MailResult } from "../../model/source.ts";
import type { LoginOptions } from "./login-options.ts";

interface Tokens {
  readonly refresh_token?: string | null;
  readonly access_token?: string | null;
  readonly scope?: string;
}

export async function checkTokens(
  { refresh_token, access_token, scope = "" }: Tokens,
  { client, scopes, urls }: LoginOptions,
): Promise<MailResult<UserCredentials>> {
  const granted = new Set(scope.split(" "));
  const missing = scopes.filter((one) => !granted.has(one));
  if (missing.length > 0) {
    // What is not used is not kept.
    if (access_token) await revokeToken(access_token, urls.revoke);
    return refuseLogin(
      `Google's page has a box for each permission, and this one was left empty: ${missing.join(", ")}.`,
      "Run it again, and leave every box ticked.",
    );
  }
  if (!refresh_token) return refuseLogin("Google gave no refresh token.", "Run it again.");
  const { clientId, clientSecret } = client;
  const type = "authorized_user";
  return { ok: true, value: { type, clientId, clientSecret, refreshToken: refresh_token } };
}

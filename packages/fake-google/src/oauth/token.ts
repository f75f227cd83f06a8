// The token service: a form with a code, a refresh token or an assertion → an access token, or the refusal.
import { createHash } from "node:crypto";
import { type FakeAnswer, oauthError, ok } from "../http/answer.ts";
import { type FakeRequest, readBody, textOf } from "../http/route.ts";
import type { World } from "../world.ts";
import { exchangeAssertion } from "./assertion.ts";
import { issueAccessToken, issueRefreshToken } from "./issue.ts";
import type { Grant, TokenForm } from "./state.ts";

export function answerToken(world: World, request: FakeRequest): FakeAnswer {
  const form: TokenForm = Object.fromEntries(
    Object.entries(readBody(request)).map(([name, value]) => [name, textOf(value)]),
  );
  const type = form["grant_type"];
  if (type === "urn:ietf:params:oauth:grant-type:jwt-bearer") return exchangeAssertion(world, form);
  if (type !== "authorization_code" && type !== "refresh_token") {
    return oauthError(400, "unsupported_grant_type", `Invalid grant_type: ${type ?? ""}`);
  }
  const { clientId, clientSecret } = world.settings;
  if (form["client_id"] !== clientId) {
    return oauthError(401, "invalid_client", "The OAuth client was not found.");
  }
  if (form["client_secret"] !== clientSecret) {
    return oauthError(401, "invalid_client", "The provided client secret is invalid.");
  }
  return type === "refresh_token" ? refresh(world, form) : exchangeCode(world, form);
}

function exchangeCode(world: World, form: TokenForm): FakeAnswer {
  const { codes } = world.oauth;
  const code = codes.get(form["code"] ?? "");
  codes.delete(form["code"] ?? "");
  if (code === undefined || world.clock.now() >= code.expiresAt) {
    return oauthError(400, "invalid_grant", "Malformed auth code.");
  }
  if (form["redirect_uri"] !== code.redirectUri) {
    return oauthError(400, "redirect_uri_mismatch", "Bad Request");
  }
  if (!doesVerify(code.challenge, form["code_verifier"])) {
    return oauthError(400, "invalid_grant", "Invalid code verifier.");
  }
  const { clientId, subject, scopes } = code;
  const grant = { clientId, subject, scopes, isRevoked: false };
  const refreshToken = code.isRefreshable ? issueRefreshToken(world, grant) : undefined;
  return answerGrant(world, grant, refreshToken);
}

function refresh(world: World, form: TokenForm): FakeAnswer {
  const grant = world.oauth.refreshTokens.get(form["refresh_token"] ?? "");
  if (grant === undefined) return oauthError(400, "invalid_grant", "Bad Request");
  if (grant.isRevoked) {
    return oauthError(400, "invalid_grant", "Token has been expired or revoked.");
  }
  return answerGrant(world, grant, undefined);
}

function answerGrant(world: World, grant: Grant, refreshToken: string | undefined): FakeAnswer {
  return ok({
    access_token: issueAccessToken(world, grant),
    expires_in: world.settings.accessTokenSeconds,
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    scope: grant.scopes.join(" "),
    token_type: "Bearer",
  });
}

/** RFC 7636: the challenge is the digest of the verifier. */
function doesVerify(challenge: string | undefined, verifier: string | undefined): boolean {
  if (challenge === undefined) return verifier === undefined;
  if (verifier === undefined) return false;
  return createHash("sha256").update(verifier).digest("base64url") === challenge;
}

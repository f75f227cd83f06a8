// The grant of a service account: a signed assertion → an access token for itself or for its subject.
import { verify } from "node:crypto";
import { type FakeAnswer, oauthError, ok } from "../http/answer.ts";
import type { World } from "../world.ts";
import { issueAccessToken } from "./issue.ts";
import type { TokenForm } from "./state.ts";

/** Google's libraries use this address, whichever one they call. */
const AUDIENCE = "https://oauth2.googleapis.com/token";
const MAX_LIFETIME_SECONDS = 3_600;
/** The accepted clock skew. */
const LEEWAY_SECONDS = 300;

interface Claims {
  readonly iss?: unknown;
  readonly aud?: unknown;
  readonly scope?: unknown;
  readonly sub?: unknown;
  readonly iat?: unknown;
  readonly exp?: unknown;
}

export function exchangeAssertion(world: World, form: TokenForm): FakeAnswer {
  const [head = "", payload = "", signature = ""] = (form["assertion"] ?? "").split(".");
  const claims: Claims | undefined = parse(payload);
  const issuer = String(claims?.iss);
  const key = world.oauth.serviceAccounts.get(issuer);
  if (claims === undefined || key === undefined) {
    return oauthError(400, "invalid_grant", "Invalid grant: account not found");
  }
  const signed = Buffer.from(`${head}.${payload}`);
  const isSigned =
    parse<{ alg?: unknown }>(head)?.alg === "RS256" &&
    verify("RSA-SHA256", signed, key, Buffer.from(signature, "base64url"));
  if (!isSigned) return oauthError(400, "invalid_grant", "Invalid JWT Signature.");
  const problem = problemOf(claims, world.clock.now() / 1_000);
  if (problem !== undefined) return oauthError(400, "invalid_grant", problem);

  const scopes = String(claims.scope ?? "").split(" ");
  const subject = claims.sub === undefined ? issuer : String(claims.sub);
  if (subject !== issuer && !world.settings.delegatedAccounts.includes(subject)) {
    return oauthError(
      401,
      "unauthorized_client",
      "Client is unauthorized to retrieve access tokens using this method, or client not authorized for any of the scopes requested.",
    );
  }
  const grant = { clientId: issuer, subject, scopes, isRevoked: false };
  return ok({
    access_token: issueAccessToken(world, grant),
    expires_in: world.settings.accessTokenSeconds,
    token_type: "Bearer",
  });
}

function problemOf({ aud, iat, exp }: Claims, now: number): string | undefined {
  if (aud !== AUDIENCE) return "Invalid JWT: Failed audience check.";
  const isTimed = typeof iat === "number" && typeof exp === "number";
  const isShort = isTimed && exp - iat <= MAX_LIFETIME_SECONDS;
  if (!isShort || iat > now + LEEWAY_SECONDS || exp < now - LEEWAY_SECONDS) {
    return "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.";
  }
  return undefined;
}

function parse<T>(part: string): T | undefined {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString("utf8")) as T;
  } catch {
    return undefined;
  }
}

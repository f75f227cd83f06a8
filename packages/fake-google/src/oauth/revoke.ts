// A token → it and everything from the same consent is revoked.
import { type FakeAnswer, oauthError, ok } from "../http/answer.ts";
import { type FakeRequest, readBody, textOf } from "../http/route.ts";
import type { World } from "../world.ts";

export function answerRevoke({ oauth }: World, request: FakeRequest): FakeAnswer {
  const token = textOf(readBody(request)["token"]) ?? request.query.get("token") ?? "";
  const grant = oauth.refreshTokens.get(token) ?? oauth.accessTokens.get(token)?.grant;
  if (grant === undefined || grant.isRevoked) {
    return oauthError(400, "invalid_token", "Token expired or revoked");
  }
  grant.isRevoked = true;
  return ok({});
}

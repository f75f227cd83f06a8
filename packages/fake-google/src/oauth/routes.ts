// The paths of the consent page, the token service and the list of keys.
import { type FakeAnswer, oauthError, ok } from "../http/answer.ts";
import { type FakeRequest, type Route, readBody, textOf } from "../http/route.ts";
import type { World } from "../world.ts";
import { authorize } from "./authorize.ts";
import { listKeys } from "./keys.ts";
import { answerToken } from "./token.ts";

export function oauthRoutes(world: World): readonly Route[] {
  const service = "oauth";
  return [
    {
      service,
      method: "GET",
      path: /^\/o\/oauth2\/(?:v2\/)?auth$/,
      answer: (request) => authorize(world, request),
    },
    {
      service,
      method: "POST",
      path: /^(?:\/oauth2\/v4)?\/token$/,
      answer: (request) => answerToken(world, request),
    },
    {
      service,
      method: "POST",
      path: /^(?:\/o\/oauth2)?\/revoke$/,
      answer: (request) => answerRevoke(world, request),
    },
    // A base address with the path of the list, or the address of the list itself.
    { service, method: "GET", path: /\/oauth2\/v3\/certs$/, answer: () => listKeys(world) },
  ];
}

function answerRevoke({ oauth }: World, request: FakeRequest): FakeAnswer {
  const token = textOf(readBody(request)["token"]) ?? request.query.get("token") ?? "";
  const grant = oauth.refreshTokens.get(token) ?? oauth.accessTokens.get(token)?.grant;
  if (grant === undefined || grant.isRevoked) {
    return oauthError(400, "invalid_token", "Token expired or revoked");
  }
  grant.isRevoked = true;
  return ok({});
}

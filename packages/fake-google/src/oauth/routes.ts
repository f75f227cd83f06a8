// The paths of the consent page, the token service and the list of keys.
import type { Route } from "../http/route.ts";
import type { World } from "../world.ts";
import { authorize } from "./authorize.ts";
import { listKeys } from "./keys.ts";
import { answerRevoke } from "./revoke.ts";
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

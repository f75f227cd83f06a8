// The proof that pushes must have → a check of requests: a token of Google's, or the push token.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { createNodeCrypto, createNodeKeys } from "@hookwright/config";
import { compileHooks, type KeysPort } from "@hookwright/core";
import { createWebKeys } from "@hookwright/signatures";
import { GOOGLE_URLS } from "../google/google-urls.ts";
import type { PushIdentity } from "../model/settings.ts";

interface PushProof {
  readonly pushToken: string | undefined;
  readonly pushIdentity: PushIdentity | undefined;
}

interface PushRequest {
  readonly target: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
}

/** `unproven`: 401. `unavailable`: Google's keys cannot be fetched, and later it works. */
type PushCheckResult =
  | { readonly ok: true; readonly isInUrl: boolean }
  | { readonly ok: false; readonly code: "unproven" | "unavailable"; readonly reason: string };

export type PushCheck = (request: PushRequest) => Promise<PushCheckResult>;

/** Where both are there, Google's token counts alone: it stands in no URL, and ends after an hour. */
export function createPushCheck(
  { pushToken, pushIdentity }: PushProof,
  keysUrl: string = GOOGLE_URLS.keys,
): PushCheck {
  if (pushIdentity !== undefined) return createIdentityCheck(pushIdentity, keysUrl);
  return createTokenCheck(pushToken ?? "");
}

/** The header that a comparable gateway's watcher reads. */
const TOKEN_HEADER = "x-gog-token";

function createTokenCheck(token: string): PushCheck {
  const expected = digestOf(token);
  return async ({ query, headers }) => {
    const header = headers[TOKEN_HEADER];
    const shown = typeof header === "string" ? header : query.get("token");
    if (shown === null) {
      return { ok: false, code: "unproven", reason: "it has no push token" };
    }
    // Of equal length, so that the time tells nothing about the token.
    if (token !== "" && timingSafeEqual(digestOf(shown), expected)) {
      return { ok: true, isInUrl: header === undefined };
    }
    return { ok: false, code: "unproven", reason: "its push token is wrong" };
  };
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** The rules of the core's provider `pubsub`: issuer, audience, verified email, time, signature by Google's keys. */
function createIdentityCheck({ audience, email }: PushIdentity, keysUrl: string): PushCheck {
  const hooks = compileHooks(
    {
      hooks: {
        enabled: true,
        // Nobody is told it: this config serves nothing.
        token: randomBytes(32).toString("hex"),
        mappings: [
          {
            match: { path: "push" },
            messageTemplate: "push",
            auth: { provider: "pubsub", audience, email },
          },
        ],
      },
    },
    { crypto: createNodeCrypto(), keys: createKeys(keysUrl) },
  );
  const auth = hooks.routeAuth("push");
  return async ({ target, headers, receivedAt }) => {
    const { authorization } = headers;
    const result = await auth?.check({
      method: "POST",
      target,
      headers: authorization === undefined ? {} : { authorization },
      // Google's token does not cover the body.
      body: new Uint8Array(),
      receivedAt,
    });
    if (result?.ok === true) return { ok: true, isInUrl: false };
    const reason = result?.code ?? "no_check";
    const isLater = reason === "keys_unavailable";
    return {
      ok: false,
      code: isLater ? "unavailable" : "unproven",
      reason: `its token of Google is refused: ${reason}`,
    };
  };
}

/** Over HTTPS only, but for tests and trials on this machine. */
function createKeys(keysUrl: string): KeysPort {
  if (keysUrl === GOOGLE_URLS.keys) return createNodeKeys();
  const keys = createWebKeys(fetch);
  return { fetch: (_url, options) => keys.fetch(keysUrl, options) };
}

// A token → it is revoked at Google, together with everything from the same consent.

import { sendRequest } from "@hookwright/node-kit/http";
import type { MailFailure } from "../../model/failure.ts";

type RevokeResult =
  | { readonly ok: true; readonly wasLive: boolean }
  | { readonly ok: false; readonly failure: MailFailure };

const TIMEOUT_MS = 30_000;

/** Not the library's method, which puts the token into the URL, where proxies log it. Never rejects. */
export async function revokeToken(token: string, url: string): Promise<RevokeResult> {
  const answer = await sendRequest(
    { url, body: new URLSearchParams({ token }) },
    { timeoutMs: TIMEOUT_MS },
  );
  if (answer.kind !== "answer") return fail("Google cannot be reached.");
  const { status } = answer;
  if (status >= 200 && status <= 299) return { ok: true, wasLive: true };
  // 400 invalid_token: it was revoked or has expired.
  if (status === 400) return { ok: true, wasLive: false };
  return fail(`Google answered with the status ${status}.`);
}

function fail(why: string): RevokeResult {
  const hint =
    "Run it again, or remove the access manually: https://myaccount.google.com/connections";
  return {
    ok: false,
    failure: { code: "unavailable", message: `The login is not revoked: ${why}`, hint },
  };
}

// A token → Google has forgotten it, and all that came of the same consent.

import { sendRequest } from "@hookwright/node-kit/http";
import type { MailFailure } from "../../model/failure.ts";

type RevokeResult =
  | { readonly ok: true; readonly wasLive: boolean }
  | { readonly ok: false; readonly failure: MailFailure };

const TIMEOUT_MS = 30_000;

/** The library would put the token into the address, where logs of proxies keep it. Never rejects. */
export async function revokeToken(token: string, url: string): Promise<RevokeResult> {
  const answer = await sendRequest(
    { url, body: new URLSearchParams({ token }) },
    { timeoutMs: TIMEOUT_MS },
  );
  if (answer.kind !== "answer") return fail("Google cannot be reached.");
  const { status } = answer;
  if (status >= 200 && status <= 299) return { ok: true, wasLive: true };
  // 400 invalid_token: it has ended already.
  if (status === 400) return { ok: true, wasLive: false };
  return fail(`Google answered with the status ${status}.`);
}

function fail(why: string): RevokeResult {
  const hint =
    "Run it again, or remove the access by hand: https://myaccount.google.com/connections";
  return {
    ok: false,
    failure: { code: "unavailable", message: `The login is not revoked: ${why}`, hint },
  };
}

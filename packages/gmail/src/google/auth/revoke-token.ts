// A token → Google has forgotten it, and all that came of the same consent.
import type { MailFailure } from "../../model/failure.ts";

type RevokeResult =
  | { readonly ok: true; readonly wasLive: boolean }
  | { readonly ok: false; readonly failure: MailFailure };

const TIMEOUT_MS = 30_000;

/** The library would put the token into the address, where logs of proxies keep it. Never rejects. */
export async function revokeToken(token: string, url: string): Promise<RevokeResult> {
  try {
    const response = await fetch(url, {
      method: "POST",
      body: new URLSearchParams({ token }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (response.ok) return { ok: true, wasLive: true };
    // 400 invalid_token: it has ended already.
    if (response.status === 400) return { ok: true, wasLive: false };
    return fail(`Google answered with the status ${response.status}.`);
  } catch {
    return fail("Google cannot be reached.");
  }
}

function fail(why: string): RevokeResult {
  const hint =
    "Run it again, or remove the access by hand: https://myaccount.google.com/connections";
  return {
    ok: false,
    failure: { code: "unavailable", message: `The login is not revoked: ${why}`, hint },
  };
}

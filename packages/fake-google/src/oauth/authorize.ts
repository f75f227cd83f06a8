// The consent page: a request of an installed app → a redirect to its loopback address, as if a person consented.
import type { FakeAnswer } from "../http/answer.ts";
import type { FakeRequest } from "../http/route.ts";
import type { World } from "../world.ts";
import { createSecret } from "./issue.ts";

/** A code is valid for ten minutes. */
const CODE_LIFETIME_MS = 600_000;

/** Errors of the request itself are shown on Google's page and never reach the app. */
export function authorize(world: World, { query }: FakeRequest): FakeAnswer {
  const { settings, oauth, clock } = world;
  const redirectUri = query.get("redirect_uri") ?? "";
  const scopes = (query.get("scope") ?? "").split(" ").filter((scope) => scope !== "");
  if (query.get("client_id") !== settings.clientId) return showError(401, "invalid_client");
  if (!isLoopback(redirectUri)) return showError(400, "redirect_uri_mismatch");
  if (query.get("response_type") !== "code" || scopes.length === 0) {
    return showError(400, "invalid_request");
  }
  if (query.has("code_challenge") && query.get("code_challenge_method") !== "S256") {
    return showError(400, "invalid_request");
  }

  const target = new URL(redirectUri);
  const state = query.get("state");
  if (state !== null) target.searchParams.set("state", state);
  if (settings.consent === "denied") {
    target.searchParams.set("error", "access_denied");
    return redirectTo(target);
  }
  const subject = settings.account;
  const isFirst = !oauth.consented.has(subject);
  oauth.consented.add(subject);
  const granted = scopes.filter((scope) => !settings.untickedScopes.includes(scope));
  const code = createSecret(oauth, "4/0A");
  oauth.codes.set(code, {
    clientId: settings.clientId,
    redirectUri,
    challenge: query.get("code_challenge") ?? undefined,
    scopes: granted,
    subject,
    isRefreshable:
      query.get("access_type") === "offline" && (isFirst || query.get("prompt") === "consent"),
    expiresAt: clock.now() + CODE_LIFETIME_MS,
  });
  target.searchParams.set("code", code);
  target.searchParams.set("scope", granted.join(" "));
  return redirectTo(target);
}

/** A desktop client may use any port of the loopback address. */
function isLoopback(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && ["127.0.0.1", "[::1]", "localhost"].includes(hostname);
}

function redirectTo(target: URL): FakeAnswer {
  return { status: 302, headers: { location: target.href } };
}

function showError(status: number, error: string): FakeAnswer {
  return { status, body: `Access blocked: Authorization Error. Error ${status}: ${error}` };
}

// The environment → where Google's services are. Only servers on this machine can replace Google.
import { GOOGLE_URLS, type GoogleUrls } from "@hookwright/gmail";
import { createUsageError } from "../../cli-error.ts";
import type { Io } from "../../io.ts";
import { isLoopback } from "../is-loopback.ts";

/** For tests and trials without Google: tokens are sent to these addresses. */
export function readGoogleUrls({ env }: Pick<Io, "env">): GoogleUrls {
  const read = (name: string): string | undefined => readLoopbackUrl(env, name);
  const oauth = read("HOOKWRIGHT_OAUTH_URL");
  return {
    gmail: read("HOOKWRIGHT_GMAIL_URL") ?? GOOGLE_URLS.gmail,
    pubsub: read("HOOKWRIGHT_PUBSUB_URL") ?? GOOGLE_URLS.pubsub,
    auth: oauth === undefined ? GOOGLE_URLS.auth : `${oauth}/o/oauth2/v2/auth`,
    token: oauth === undefined ? GOOGLE_URLS.token : `${oauth}/token`,
    revoke: oauth === undefined ? GOOGLE_URLS.revoke : `${oauth}/revoke`,
    keys: read("HOOKWRIGHT_KEYS_URL") ?? GOOGLE_URLS.keys,
  };
}

function readLoopbackUrl(env: Io["env"], name: string): string | undefined {
  const text = env[name];
  if (text === undefined || text === "") return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && isLoopback(url.hostname)) {
    return text.replace(/\/+$/, "");
  }
  throw createUsageError(
    `${name} is not an address of this machine.`,
    "It is for trials with a local server: http://127.0.0.1:8080. Unset it to use Google.",
  );
}

// The local Google and a login there → a port to it.
import { type FakeGoogle, type FakeGoogleOptions, startFakeGoogle } from "@hookwright/fake-google";
import { onTestFinished } from "vitest";
import { createAuthClients } from "../../src/google/auth/create-auth-clients.ts";
import { parseCredentials } from "../../src/google/auth/credentials.ts";
import { createGoogleClient } from "../../src/google/create-google-client.ts";
import { GOOGLE_URLS } from "../../src/google/google-urls.ts";
import type { SendToGoogle } from "../../src/model/google.ts";

export interface StartedGoogle {
  readonly google: FakeGoogle;
  /** Sends to Gmail and to Pub/Sub. */
  readonly send: SendToGoogle;
}

export async function startGoogle(options: FakeGoogleOptions = {}): Promise<StartedGoogle> {
  const google = await startFakeGoogle(options);
  onTestFinished(google.close);
  return { google, send: await logIn(google) };
}

async function logIn({ oauth, url }: FakeGoogle): Promise<SendToGoogle> {
  const read = parseCredentials(JSON.stringify(oauth.logIn()));
  if (!read.ok) throw new Error(read.failure.message);
  const urls = { ...GOOGLE_URLS, gmail: url, pubsub: url, token: `${url}/token` };
  const clients = await createAuthClients(read.value, { account: "you@gmail.com", urls });
  return createGoogleClient({ clients, baseUrls: { gmail: url, pubsub: url } });
}

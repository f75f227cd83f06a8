// A local Google → Google's own libraries, pointed at it.
import { gmail, type gmail_v1 } from "@googleapis/gmail";
import type { FakeGoogle } from "@hookwright/fake-google";
import { OAuth2Client } from "google-auth-library";

/** A client of the token service, without a login. */
export function createLogin({ url, settings }: FakeGoogle, redirectUri?: string): OAuth2Client {
  return new OAuth2Client({
    clientId: settings.clientId,
    clientSecret: settings.clientSecret,
    ...(redirectUri !== undefined && { redirectUri }),
    endpoints: {
      oauth2AuthBaseUrl: `${url}/o/oauth2/v2/auth`,
      oauth2TokenUrl: `${url}/token`,
      oauth2RevokeUrl: `${url}/revoke`,
    },
    forceRefreshOnFailure: true,
  });
}

export interface Clients {
  readonly auth: OAuth2Client;
  readonly users: gmail_v1.Resource$Users;
  /** One call to Pub/Sub. */
  readonly pubsub: (
    method: "GET" | "PUT" | "POST" | "DELETE",
    path: string,
    body?: unknown,
  ) => Promise<CallResult>;
}

export interface CallResult {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Somebody who is logged in. */
export function createClients(google: FakeGoogle, scopes?: readonly string[]): Clients {
  const auth = createLogin(google);
  auth.setCredentials({ refresh_token: google.oauth.logIn(scopes).refresh_token });
  const { users } = gmail({ version: "v1", auth, rootUrl: google.url, retry: false });
  return {
    auth,
    users,
    pubsub: async (method, path, body) => {
      const { status, data } = await auth.request<Record<string, unknown>>({
        url: `${google.url}/v1/${path}`,
        method,
        retry: false,
        validateStatus: () => true,
        ...(body !== undefined && { data: body }),
      });
      return { status, body: data };
    },
  };
}

/** The status and the first reason of a call that Google's library rejects. */
export async function refusalOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    const { status, response } = error as {
      status?: number;
      response?: { data?: { error?: { errors?: { reason?: string }[] } | string } };
    };
    const detail = response?.data?.error;
    return [status, typeof detail === "string" ? detail : detail?.errors?.[0]?.reason];
  }
  return "no refusal";
}

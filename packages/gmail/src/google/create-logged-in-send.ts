// Credentials → the port to Google's services, each asked with the client that is meant for it.
import type { SendToGoogle } from "../model/google.ts";
import { type AuthClientOptions, createAuthClients } from "./auth/create-auth-clients.ts";
import type { GoogleCredentials } from "./auth/credentials.ts";
import { createGoogleClient } from "./create-google-client.ts";

/** Loads Google's library. */
export async function createLoggedInSend(
  credentials: GoogleCredentials,
  options: AuthClientOptions,
): Promise<SendToGoogle> {
  const clients = await createAuthClients(credentials, options);
  const { gmail, pubsub } = options.urls;
  return createGoogleClient({ clients, baseUrls: { gmail, pubsub } });
}

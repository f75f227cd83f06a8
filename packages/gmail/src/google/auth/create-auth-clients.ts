// Credentials → the clients that send requests with a fresh access token.
import type { AuthClient, JWT } from "google-auth-library";
import { GMAIL_SCOPE, GOOGLE_URLS, type GoogleUrls, PUBSUB_SCOPE } from "../google-urls.ts";
import { importGoogleAuth } from "../import-google-auth.ts";
import type { GoogleCredentials, ServiceAccountCredentials } from "./credentials.ts";

/** One client for each service: a service account acts as the mailbox for Gmail, and as itself for Pub/Sub. */
export interface AuthClients {
  readonly gmail: AuthClient;
  readonly pubsub: AuthClient;
}

/** The mailbox, and the base URLs of Google. */
export interface AuthClientOptions {
  /** The mailbox; the subject of a service account. */
  readonly account: string;
  readonly urls: GoogleUrls;
}

type Library = typeof import("google-auth-library");

/** Loads the library, which takes 0.1 s. */
export async function createAuthClients(
  credentials: GoogleCredentials,
  { account, urls }: AuthClientOptions,
): Promise<AuthClients> {
  const library = await importGoogleAuth();
  if (credentials.type === "service_account") {
    return {
      gmail: createServiceClient(library, {
        credentials,
        urls,
        scope: GMAIL_SCOPE,
        subject: account,
      }),
      pubsub: createServiceClient(library, { credentials, urls, scope: PUBSUB_SCOPE }),
    };
  }
  const { clientId, clientSecret, refreshToken } = credentials;
  const client = new library.UserRefreshClient({
    ...CLIENT_OPTIONS,
    transporterOptions: { fetchImplementation: createFetch(urls) },
    clientId,
    clientSecret,
    refreshToken,
    endpoints: { oauth2TokenUrl: urls.token, oauth2RevokeUrl: urls.revoke },
  });
  return { gmail: client, pubsub: client };
}

const CLIENT_OPTIONS = {
  // Without this, a token that Google revokes early is answered with 401 until its expiry time.
  forceRefreshOnFailure: true,
  // The other interceptors are the library's own log, which prints tokens if an environment variable asks for it.
  useAuthRequestParameters: false,
} as const;

interface ServiceClientOptions {
  readonly credentials: ServiceAccountCredentials;
  readonly urls: GoogleUrls;
  readonly scope: string;
  readonly subject?: string;
}

function createServiceClient(
  library: Library,
  { credentials, urls, scope, subject }: ServiceClientOptions,
): JWT {
  const { email, privateKey, privateKeyId } = credentials;
  return new library.JWT({
    ...CLIENT_OPTIONS,
    email,
    key: privateKey,
    ...(privateKeyId !== undefined && { keyId: privateKeyId }),
    scopes: [scope],
    ...(subject !== undefined && { subject }),
    transporterOptions: { fetchImplementation: createFetch(urls) },
  });
}

/**
 * Node's own `fetch`: the library's one throws outside of any promise if a request with a body is aborted.
 * The library also has the token URL of service accounts as a constant.
 */
function createFetch({ token }: GoogleUrls): typeof fetch {
  return (input, init) => fetch(String(input) === GOOGLE_URLS.token ? token : input, init);
}

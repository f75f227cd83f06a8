// Credentials → the clients that send requests with a fresh access token.
import { type AuthClient, JWT, UserRefreshClient } from "google-auth-library";
import { GMAIL_SCOPE, GOOGLE_URLS, type GoogleUrls, PUBSUB_SCOPE } from "../google-urls.ts";
import type { GoogleCredentials, ServiceAccountCredentials } from "./credentials.ts";

/** One client for each service: a service account is the mailbox to one, and itself to the other. */
export interface AuthClients {
  readonly gmail: AuthClient;
  readonly pubsub: AuthClient;
}

/** Whose mail it is, and where Google is. */
export interface AuthClientOptions {
  /** The mailbox; the subject of a service account. */
  readonly account: string;
  readonly urls: GoogleUrls;
}

/** Costs 0.1 s: the library is loaded with this file. */
export function createAuthClients(
  credentials: GoogleCredentials,
  { account, urls }: AuthClientOptions,
): AuthClients {
  if (credentials.type === "service_account") {
    return {
      gmail: createServiceClient(credentials, { urls, scope: GMAIL_SCOPE, subject: account }),
      pubsub: createServiceClient(credentials, { urls, scope: PUBSUB_SCOPE }),
    };
  }
  const { clientId, clientSecret, refreshToken } = credentials;
  const client = new UserRefreshClient({
    ...CLIENT_OPTIONS,
    clientId,
    clientSecret,
    refreshToken,
    endpoints: { oauth2TokenUrl: urls.token, oauth2RevokeUrl: urls.revoke },
  });
  return { gmail: client, pubsub: client };
}

const CLIENT_OPTIONS = {
  // Without it, a token that Google ends before its time is answered by 401 until that time.
  forceRefreshOnFailure: true,
  // The interceptors behind it are the library's own log, which prints tokens where the environment asks for it.
  useAuthRequestParameters: false,
} as const;

interface ServiceClientOptions {
  readonly urls: GoogleUrls;
  readonly scope: string;
  readonly subject?: string;
}

function createServiceClient(
  { email, privateKey, privateKeyId }: ServiceAccountCredentials,
  { urls, scope, subject }: ServiceClientOptions,
): JWT {
  return new JWT({
    ...CLIENT_OPTIONS,
    email,
    key: privateKey,
    ...(privateKeyId !== undefined && { keyId: privateKeyId }),
    scopes: [scope],
    ...(subject !== undefined && { subject }),
    // Only then: the library's own way knows proxies.
    ...(urls.token !== GOOGLE_URLS.token && {
      transporterOptions: { fetchImplementation: createTokenFetch(urls.token) },
    }),
  });
}

/** The library has the address of the token service as a constant. All other requests go where they should. */
function createTokenFetch(tokenUrl: string): typeof fetch {
  return (input, init) => fetch(String(input) === GOOGLE_URLS.token ? tokenUrl : input, init);
}

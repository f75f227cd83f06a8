// The URLs of Google's services.

/** Base URLs, without a slash at the end. Tests and trials replace them with a server of their own. */
export interface GoogleUrls {
  readonly gmail: string;
  readonly pubsub: string;
  /** The consent page. */
  readonly auth: string;
  readonly token: string;
  readonly revoke: string;
  /** The public keys of signed pushes. */
  readonly keys: string;
}

/** Google's own. No config and no payload can change them, because these URLs receive the tokens. */
export const GOOGLE_URLS: GoogleUrls = {
  gmail: "https://gmail.googleapis.com",
  pubsub: "https://pubsub.googleapis.com",
  auth: "https://accounts.google.com/o/oauth2/v2/auth",
  token: "https://oauth2.googleapis.com/token",
  revoke: "https://oauth2.googleapis.com/revoke",
  keys: "https://www.googleapis.com/oauth2/v3/certs",
};

/** The requested scopes. `gmail.readonly` is enough to watch, and can neither send nor delete. */
export const GMAIL_SCOPE = "https://www.googleapis.com/auth/gmail.readonly";

/** Not requested in poll mode. */
export const PUBSUB_SCOPE = "https://www.googleapis.com/auth/pubsub";

// Where Google's services are.

/** Base URLs, without a slash at the end. Tests and people who try things out point them at a server of their own. */
export interface GoogleUrls {
  readonly gmail: string;
  readonly pubsub: string;
  /** The page on which a person consents. */
  readonly auth: string;
  readonly token: string;
  readonly revoke: string;
  /** The public keys of signed pushes. */
  readonly keys: string;
}

/** Google's own. No config and no payload can change them: whoever holds these URLs gets the tokens. */
export const GOOGLE_URLS: GoogleUrls = {
  gmail: "https://gmail.googleapis.com",
  pubsub: "https://pubsub.googleapis.com",
  auth: "https://accounts.google.com/o/oauth2/v2/auth",
  token: "https://oauth2.googleapis.com/token",
  revoke: "https://oauth2.googleapis.com/revoke",
  keys: "https://www.googleapis.com/oauth2/v3/certs",
};

/** What the flow asks for. `gmail.readonly` is enough to watch, and can neither send nor delete. */
export const GMAIL_SCOPE = "https://www.googleapis.com/auth/gmail.readonly";

/** Not asked for in poll mode. */
export const PUBSUB_SCOPE = "https://www.googleapis.com/auth/pubsub";

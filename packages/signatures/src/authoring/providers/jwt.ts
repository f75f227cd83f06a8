// Vendors that send a JSON Web Token. Most of these tokens bind nothing of the request.
import type { JwtScheme } from "../../model.ts";
import type { Provider } from "./provider.ts";

/** `Authorization`, behind a word or alone, under a shared secret. */
const secretToken = (prefix: string, rest: Partial<JwtScheme> = {}): JwtScheme => ({
  scheme: "jwt",
  algorithms: ["HS256"],
  header: "authorization",
  prefix,
  issuers: [],
  audiences: [],
  claims: {},
  ...rest,
});

export const JWT_PROVIDERS: readonly Provider[] = [
  {
    id: "netlify",
    name: "Netlify",
    docs: "https://docs.netlify.com/site-deploys/notifications",
    jwt: secretToken("", {
      header: "x-webhook-signature",
      issuers: ["netlify"],
      binds: { claim: "sha256", of: "body" },
      isTimeOptional: true,
    }),
    secretFrom: "The JWS secret token that you set on the notification.",
  },
  {
    id: "vonage",
    name: "Vonage",
    docs: "https://developer.vonage.com/en/getting-started/concepts/webhooks",
    jwt: secretToken("Bearer ", {
      issuers: ["Vonage"],
      binds: { claim: "payload_hash", of: "body", isOptional: true },
    }),
    secretFrom: "API settings, Signature secret of the account.",
  },
  {
    id: "jira-connect",
    name: "Jira and Confluence Connect apps",
    docs: "https://developer.atlassian.com/cloud/jira/platform/understanding-jwt-for-connect-apps",
    jwt: secretToken("JWT ", { binds: { claim: "qsh", of: "query" } }),
    secretFrom: "The `sharedSecret` that the app got when it was installed.",
  },

  {
    id: "pubsub",
    name: "Google Cloud Pub/Sub push, and with it Gmail",
    deliveryMark: { json: "subscription" },
    docs: "https://docs.cloud.google.com/pubsub/docs/authenticate-push-subscriptions",
    jwt: {
      scheme: "jwt",
      algorithms: ["RS256"],
      header: "authorization",
      prefix: "Bearer ",
      issuers: ["https://accounts.google.com", "accounts.google.com"],
      audiences: [],
      claims: { email_verified: true },
      jwks: "https://www.googleapis.com/oauth2/v3/certs",
    },
    delivery: {
      id: { json: "message.messageId" },
      retries: "Tries again until an answer of 102, 200, 201, 202 or 204, for 7 days by default.",
      on4xx: "repeats",
    },
    secretFrom:
      "No secret: the audience and the service account of the push subscription, under Authentication.",
  },
];

/** monday.com puts nothing before the token. */
export const MONDAY_JWT: JwtScheme = secretToken("");

// Google Cloud Pub/Sub push, and with it Gmail.
import type { Provider, Unsendable, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "pubsub",
  name: "Google Cloud Pub/Sub push, and with it Gmail",
  aliases: ["pub-sub", "pub/sub", "google-pubsub", "gmail"],
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
  // Google signs tokens for every service account, with any audience: only the email identifies the owner of the subscription.
  tokens: {
    requires: {
      audience: "Write the audience that you set on the push subscription, under Authentication.",
      email: "Write the email of the service account that you set there.",
    },
  },
  delivery: {
    id: { json: "message.messageId" },
    retries: "Tries again until an answer of 102, 200, 201, 202 or 204, for 7 days by default.",
    on4xx: "repeats",
  },
  secretFrom:
    "No secret: the audience and the service account of the push subscription, under Authentication.",
};

export const page: VendorPage = {
  config: [
    'audience: "https://hooks.example.com/hooks/pubsub"',
    'email: "pusher@project.iam.gserviceaccount.com"',
  ],
};

export const cannotSend: Unsendable = {
  reason: "Google alone has the private key",
  instead: "gcloud pubsub topics publish TOPIC --message TEXT",
};

// Nylas.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "nylas",
  name: "Nylas",
  signatures: [bodyHmac("x-nylas-signature")],
  handshake: "dropbox",
  delivery: {
    retries:
      "Tries twice more after 408, 429, 502, 503, 504 and 507; three days of failures stop the webhook.",
    on4xx: "disables",
  },
  docs: "https://developer.nylas.com/docs/v3/notifications/webhooks/",
  secretFrom: "`webhook_secret` of the answer that created the destination or rotated its secret.",
};

export const page: VendorPage = {
  notes: ["With compression enabled, the compressed bytes are signed."],
};

export const samples: readonly Sample[] = [
  {
    event: "message.created",
    body: ({ id, seconds }) => ({
      specversion: "1.0",
      type: "message.created",
      source: "/google/emails/realtime",
      id,
      time: seconds,
      data: { application_id: "1", object: { id: "2", subject: "Your order", grant_id: "3" } },
    }),
  },
];

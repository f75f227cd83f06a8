// Attentive.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "attentive",
  name: "Attentive",
  docs: "https://docs.attentive.com/docs/webhook-authentication/",
  signatures: [bodyHmac("x-attentive-hmac-sha256")],
  delivery: {
    ttlSeconds: 345_600,
    retries:
      "Tries again for up to three days after any answer that is not 2xx; several days of failures disable the webhook.",
    on4xx: "repeats",
  },
  secretFrom: "The custom app, Webhooks: the signing key of the webhook.",
};

export const samples: readonly Sample[] = [
  {
    event: "sms.subscribed",
    body: ({ now }) => ({
      type: "sms.subscribed",
      timestamp: now,
      company: { display_name: "Acme", company_id: "1" },
      subscriber: { email: "ben@example.com", phone: "+15550100", external_id: 2 },
    }),
  },
];

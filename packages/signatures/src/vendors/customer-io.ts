// Customer.io.
import { timedHmac } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "customer-io",
  name: "Customer.io",
  aliases: ["customerio"],
  docs: "https://docs.customer.io/integrations/data-out/connections/webhooks/",
  secretFrom: "Integrations, Reporting Webhooks: the signing key.",
  signatures: [
    timedHmac({
      signature: { header: "x-cio-signature" },
      signed: "v0:{timestamp}:{body}",
      timestamp: { header: "x-cio-timestamp", unit: "s" },
    }),
  ],
  delivery: {
    id: { json: "event_id" },
    idSigned: true,
    ttlSeconds: 604_800,
    retries:
      "Waits 4 s; tries for 7 days; after most errors, each wait between tries is one hour longer than the wait before.",
    on4xx: "repeats",
  },
};

export const samples: readonly Sample[] = [
  {
    event: "email_delivered",
    body: ({ id, seconds }) => ({
      event_id: id,
      object_type: "email",
      metric: "delivered",
      timestamp: seconds,
      data: {
        customer_id: "1",
        recipient: "ben@example.com",
        subject: "Your order",
        campaign_id: 1,
      },
    }),
  },
];

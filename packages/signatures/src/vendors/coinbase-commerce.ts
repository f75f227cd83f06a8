// Coinbase Commerce.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "coinbase-commerce",
  name: "Coinbase Commerce",
  docs: "https://docs.cdp.coinbase.com/commerce-onchain/docs/webhooks-security",
  signatures: [bodyHmac("x-cc-webhook-signature")],
  delivery: {
    id: { json: "event.id" },
    idSigned: true,
    acknowledge: 200,
    ttlSeconds: 259_200,
    retries: "Wants 200; tries again for up to three days, at most an hour apart.",
    on4xx: "repeats",
  },
  secretFrom: "Settings, Notifications, Webhook shared secret.",
};

export const samples: readonly Sample[] = [
  {
    event: "charge:confirmed",
    body: ({ id, iso }) => ({
      id: 1,
      scheduled_for: iso,
      event: {
        id,
        resource: "event",
        type: "charge:confirmed",
        api_version: "2018-03-22",
        created_at: iso,
        data: { id: "charge-1", code: "66BEOV2A", name: "Teapot" },
      },
    }),
  },
];

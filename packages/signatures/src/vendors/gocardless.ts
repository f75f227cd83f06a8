// GoCardless.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "gocardless",
  name: "GoCardless",
  docs: "https://developer.gocardless.com/getting-started/api/staying-up-to-date-with-webhooks/",
  delivery: { retries: "Sends the whole batch of events again when it fails.", on4xx: "repeats" },
  secretFrom: "The secret of the webhook endpoint.",
  signatures: [bodyHmac("webhook-signature")],
};

export const samples: readonly Sample[] = [
  {
    event: "payments.confirmed",
    body: ({ id, iso }) => ({
      events: [
        {
          id: `EV_${id}`,
          created_at: iso,
          resource_type: "payments",
          action: "confirmed",
          links: { payment: "PM1" },
          details: { origin: "gocardless", cause: "payment_confirmed" },
        },
      ],
      meta: { webhook_id: `WB_${id}` },
    }),
  },
];

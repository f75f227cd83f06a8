// Chargebee.
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "chargebee",
  name: "Chargebee",
  docs: "https://www.chargebee.com/docs/2.0/events_and_webhooks.html",
  secretFrom: "User name and password of the webhook's settings.",
  token: { basic: true },
};

export const samples: readonly Sample[] = [
  {
    event: "subscription_created",
    body: ({ id, seconds }) => ({
      id: `ev_${id}`,
      occurred_at: seconds,
      source: "api",
      object: "event",
      api_version: "v2",
      event_type: "subscription_created",
      webhook_status: "scheduled",
      content: {
        subscription: { id: "sub-1", status: "active", currency_code: "EUR" },
        customer: { id: "cus-1", email: "ben@example.com" },
      },
    }),
  },
];

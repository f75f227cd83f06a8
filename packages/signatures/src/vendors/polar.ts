// Polar.
import { standardScheme, standardWebhooks } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = standardWebhooks("polar", "Polar", {
  docs: "https://polar.sh/docs/integrate/webhooks/delivery",
  signatures: [standardScheme("webhook", "utf8")],
  delivery: {
    retries: "Waits 10 s; tries 10 times, and disables the hook after 10 failures.",
    on4xx: "repeats",
  },
  secretFrom: "Settings, Webhooks: the secret as text, not base64.",
});

export const page: VendorPage = {
  notes: [
    "The secret is used as text, unlike that of other senders of the standard, which is base64.",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "order.paid",
    body: ({ iso }) => ({
      type: "order.paid",
      timestamp: iso,
      data: {
        id: "57107b74-8400-4d80-a2fc-54c2b4239cb3",
        status: "paid",
        total_amount: 2500,
        currency: "eur",
        customer: { id: "992fae2a-2a17-4b7a-8d9e-e287cf90131b", email: "ben@example.com" },
      },
    }),
  },
];

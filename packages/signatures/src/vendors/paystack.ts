// Paystack.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "paystack",
  name: "Paystack",
  docs: "https://paystack.com/docs/payments/webhooks/",
  delivery: {
    retries: "Waits 30 s; tries every 3 minutes four times, then hourly for 72 hours.",
    on4xx: "repeats",
  },
  secretFrom:
    "Dashboard, Settings, API Keys & Webhooks, the secret key; test and live have different ones.",
  signatures: [bodyHmac("x-paystack-signature", { algorithm: "sha512" })],
};

export const samples: readonly Sample[] = [
  {
    event: "charge.success",
    body: ({ iso }) => ({
      event: "charge.success",
      data: {
        id: 302961,
        status: "success",
        reference: "qTPrJoy9Bx",
        amount: 250000,
        currency: "NGN",
        paid_at: iso,
        channel: "card",
        customer: { id: 84312, email: "ben@example.com", customer_code: "CUS_1" },
      },
    }),
  },
];

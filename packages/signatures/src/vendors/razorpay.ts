// Razorpay.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "razorpay",
  name: "Razorpay",
  docs: "https://razorpay.com/docs/webhooks/validate-test",
  signatures: [bodyHmac("x-razorpay-signature")],
  delivery: { id: { header: "x-razorpay-event-id" } },
  secretFrom: "The secret that you set on the webhook.",
};

export const samples: readonly Sample[] = [
  {
    event: "payment.captured",
    body: ({ seconds }) => ({
      entity: "event",
      account_id: "acc_1",
      event: "payment.captured",
      contains: ["payment"],
      payload: {
        payment: {
          entity: { id: "pay_1", amount: 2500, currency: "INR", status: "captured", method: "upi" },
        },
      },
      created_at: seconds,
    }),
  },
];

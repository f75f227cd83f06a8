// Recharge.
import { pairs } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "recharge",
  name: "Recharge",
  docs: "https://docs.getrecharge.com/docs/webhooks-overview",
  // A delivery is tried for two days, and keeps its time.
  signatures: [
    pairs("x-recharge-webhook-signature", {
      timestamp: { pair: "t", unit: "s", toleranceSeconds: 172_800 },
    }),
  ],
  delivery: {
    ttlSeconds: 259_200,
    retries:
      "Waits 5 s; tries 20 times in 48 hours after 408, 429, 5xx and late answers, and then deletes the webhook.",
    acknowledge: 200,
  },
  secretFrom: "Integrations, API tokens, the token, API client secret; not the token itself.",
};

export const page: VendorPage = {
  notes: [
    "The older header `X-Recharge-Hmac-Sha256`, which is not an HMAC in spite of its name, is ignored.",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "charge/paid",
    body: ({ iso }) => ({
      charge: {
        id: 12,
        status: "success",
        total_price: "40.00",
        currency: "EUR",
        processed_at: iso,
        customer: { id: 7, email: "ben@example.com" },
        line_items: [{ title: "Coffee", quantity: 1 }],
      },
    }),
  },
];

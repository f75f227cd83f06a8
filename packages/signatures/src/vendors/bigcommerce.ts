// BigCommerce.
import { standardScheme, standardWebhooks } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = standardWebhooks("bigcommerce", "BigCommerce", {
  signatures: [standardScheme("webhook", "utf8")],
  delivery: { retries: "Tries for 48 hours, and then deactivates the hook.", on4xx: "repeats" },
  secretFrom: "The client secret of the app.",
  docs: "https://developer.bigcommerce.com/docs/integrations/webhooks",
});

export const samples: readonly Sample[] = [
  {
    event: "store/order/created",
    body: ({ seconds }) => ({
      scope: "store/order/created",
      store_id: "1025646",
      data: { type: "order", id: 250 },
      hash: "dd70c0976e06b67aaf671e73f49dcb79230ebf9d",
      created_at: seconds,
      producer: "stores/abcd",
    }),
  },
];

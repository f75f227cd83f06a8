// Courier.
import { pairs } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "courier",
  name: "Courier",
  docs: "https://www.courier.com/docs/platform/workspaces/outbound-webhooks",
  signatures: [
    pairs("courier-signature", { key: "signature", timestamp: { pair: "t", unit: "ms" } }),
  ],
  secretFrom: "Settings, General, Outbound webhooks: the signing secret of the webhook.",
};

export const samples: readonly Sample[] = [
  {
    event: "message:updated",
    body: ({ id, now }) => ({
      type: "message:updated",
      data: { id, status: "DELIVERED", recipient: "7", event: "1", enqueued: now, delivered: now },
    }),
  },
];

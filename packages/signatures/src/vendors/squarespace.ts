// Squarespace.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "squarespace",
  name: "Squarespace",
  docs: "https://developers.squarespace.com/commerce-apis/webhook-subscriptions-overview",
  signatures: [bodyHmac("squarespace-signature", { key: "hex" })],
  delivery: { id: { json: "id" }, idSigned: true },
  secretFrom: "`secret` of the answer that created the webhook subscription, in hexadecimal.",
};

export const samples: readonly Sample[] = [
  {
    event: "order.create",
    body: ({ id, iso }) => ({
      id,
      websiteId: "1",
      subscriptionId: "2",
      topic: "order.create",
      createdOn: iso,
      data: { orderId: "3" },
    }),
  },
];

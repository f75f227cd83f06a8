// Lemon Squeezy.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "lemon-squeezy",
  name: "Lemon Squeezy",
  aliases: ["lemonsqueezy"],
  signatures: [bodyHmac("x-signature")],
};

export const samples: readonly Sample[] = [
  {
    event: "order_created",
    headers: { "x-event-name": "order_created" },
    body: ({ iso }) => ({
      meta: { event_name: "order_created", test_mode: true },
      data: {
        type: "orders",
        id: "1",
        attributes: { order_number: 1, status: "paid", total: 2500, created_at: iso },
      },
    }),
  },
];

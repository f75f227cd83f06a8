// Dwolla.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "dwolla",
  name: "Dwolla",
  signatures: [bodyHmac("x-request-signature-sha-256")],
};

export const samples: readonly Sample[] = [
  {
    event: "customer_created",
    headers: { "x-dwolla-topic": "customer_created" },
    body: ({ id, iso }) => ({
      id,
      resourceId: "c7f300c0-f1ef-4151-9bbe-005005aa3747",
      topic: "customer_created",
      timestamp: iso,
      _links: { self: { href: `https://api.dwolla.com/events/${id}` } },
      created: iso,
    }),
  },
];

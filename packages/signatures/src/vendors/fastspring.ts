// FastSpring.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "fastspring",
  name: "FastSpring",
  docs: "https://developer.fastspring.com/reference/message-security",
  signatures: [bodyHmac("x-fs-signature", { encoding: "base64" })],
  delivery: {
    retries: "Tries until the answer is 200.",
    on4xx: "repeats",
    acknowledge: 200,
  },
  secretFrom: "Developer Tools, Webhooks, Configuration, HMAC SHA256 Secret.",
};

export const page: VendorPage = {
  notes: [
    "Without a secret at FastSpring nothing is signed, and every request is refused.",
    "A request has several events, in the list `events`.",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "order.completed",
    body: ({ id, now }) => ({
      events: [
        {
          id,
          live: false,
          processed: false,
          type: "order.completed",
          created: now,
          data: { order: "1", reference: "ACM1-1", currency: "EUR", total: 40, completed: true },
        },
      ],
    }),
  },
];

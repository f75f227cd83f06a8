// Sanity.
import { pairs } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "sanity",
  name: "Sanity",
  docs: "https://www.sanity.io/docs/webhooks",
  secretFrom: "The secret that you set on the webhook at sanity.io/manage.",
  signatures: [
    pairs("sanity-webhook-signature", {
      encoding: "base64url",
      timestamp: { pair: "t", unit: "ms" },
    }),
  ],
  delivery: {
    id: { header: "idempotency-key" },
    retries: "Waits 30 s; tries twice more, 30 s apart.",
  },
};

export const samples: readonly Sample[] = [
  {
    event: "create",
    body: ({ iso }) => ({
      _id: "post-1",
      _type: "post",
      _rev: "1",
      _createdAt: iso,
      _updatedAt: iso,
      title: "The garden",
    }),
  },
];

// Asana.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "asana",
  name: "Asana",
  docs: "https://developers.asana.com/docs/webhooks-guide",
  signatures: [bodyHmac("x-hook-signature")],
  delivery: {
    ttlSeconds: 90_000,
    retries:
      "Waits 10 s; tries for 24 hours, and then deletes the hook; 410 deletes it at once. Every 8 hours it sends an empty list of events.",
    on4xx: "repeats",
  },
  secretFrom: "`X-Hook-Secret` of the handshake, one for each hook.",
  sendsSecret: true,
};

export const page: VendorPage = {
  notes: [
    "The secret comes with the first request: see [secrets that the handshake makes](../handshake-secrets.md).",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "task.added",
    body: ({ iso }) => ({
      events: [
        {
          user: { gid: "1", resource_type: "user" },
          created_at: iso,
          action: "added",
          resource: { gid: "2", resource_type: "task", resource_subtype: "default_task" },
          parent: { gid: "3", resource_type: "project" },
        },
      ],
    }),
  },
];

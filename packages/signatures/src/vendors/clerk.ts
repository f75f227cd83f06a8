// Clerk.
import { SVIX, standardWebhooks } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = standardWebhooks("clerk", "Clerk", {
  docs: "https://clerk.com/docs/integrations/webhooks/overview",
  signatures: SVIX,
  secretFrom: "Dashboard, Webhooks, the endpoint, Signing Secret: `whsec_…`.",
});

export const samples: readonly Sample[] = [
  {
    event: "user.created",
    body: ({ now }) => ({
      object: "event",
      type: "user.created",
      timestamp: now,
      instance_id: "ins_1",
      data: {
        id: "user_1",
        object: "user",
        first_name: "Ben",
        email_addresses: [{ id: "idn_1", email_address: "ben@example.com" }],
        created_at: now,
      },
    }),
  },
];

// Resend.
import { SVIX, standardWebhooks } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = standardWebhooks("resend", "Resend", {
  docs: "https://resend.com/docs/webhooks",
  signatures: SVIX,
  secretFrom: "Dashboard, Webhooks, the webhook, Signing Secret: `whsec_…`.",
});

export const samples: readonly Sample[] = [
  {
    event: "email.delivered",
    body: ({ id, iso }) => ({
      type: "email.delivered",
      created_at: iso,
      data: {
        email_id: id,
        created_at: iso,
        from: "ann@example.com",
        to: ["ben@example.com"],
        subject: "Your order",
      },
    }),
  },
];

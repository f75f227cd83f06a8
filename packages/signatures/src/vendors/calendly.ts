// Calendly.
import { pairs } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "calendly",
  name: "Calendly",
  docs: "https://developer.calendly.com/api-docs/ZG9jOjQ2NDA2NA-webhook-signatures",
  secretFrom: "The signing key of the webhook subscription.",
  signatures: [
    pairs("calendly-webhook-signature", {
      timestamp: { pair: "t", unit: "s", toleranceSeconds: 180 },
    }),
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "invitee.created",
    body: ({ id, iso }) => ({
      event: "invitee.created",
      created_at: iso,
      created_by: "https://api.calendly.com/users/1",
      payload: {
        uri: `https://api.calendly.com/scheduled_events/1/invitees/${id}`,
        name: "Ben",
        email: "ben@example.com",
        status: "active",
        event: "https://api.calendly.com/scheduled_events/1",
      },
    }),
  },
];

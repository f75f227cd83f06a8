// Pipedrive.
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "pipedrive",
  name: "Pipedrive",
  docs: "https://pipedrive.readme.io/docs/guide-for-webhooks-v2",
  delivery: {
    retries: "Tries after 3, 30 and 150 s; three days without a success delete the webhook.",
    on4xx: "repeats",
  },
  secretFrom: "`http_auth_user` and `http_auth_password` of the webhook.",
  token: { basic: true },
};

export const samples: readonly Sample[] = [
  {
    event: "create.deal",
    body: ({ id, iso }) => ({
      meta: {
        action: "create",
        entity: "deal",
        entity_id: "1",
        id,
        timestamp: iso,
        version: "2.0",
      },
      data: { id: 1, title: "Teapots for the office", value: 250, currency: "EUR", status: "open" },
      previous: null,
    }),
  },
];

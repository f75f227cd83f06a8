// Finch, which signs as Standard Webhooks says, with its own names of the headers.
import { timedHmac } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "finch",
  name: "Finch",
  docs: "https://developer.tryfinch.com/developer-resources/Webhooks",
  signatures: [
    {
      ...timedHmac({
        signature: { header: "finch-signature", tagged: "v1" },
        encoding: "base64",
        signed: "{id}.{timestamp}.{body}",
        timestamp: { header: "finch-timestamp", unit: "s" },
        id: { header: "finch-event-id" },
      }),
      // Without the `whsec_` of Standard Webhooks.
      key: "base64",
    },
  ],
  deliveryMark: "id",
  delivery: {
    ttlSeconds: 172_800,
    retries:
      "Tries again after 5 s, 5 and 30 minutes, 2, 5, 10 and 10 hours after any answer that is not 2xx.",
    on4xx: "repeats",
  },
  secretFrom: "Dashboard, Webhooks, the endpoint, Signing secret.",
};

export const samples: readonly Sample[] = [
  {
    event: "employment.updated",
    body: () => ({
      company_id: "1",
      account_id: "2",
      connection_id: "3",
      event_type: "employment.updated",
      data: { individual_id: "4" },
    }),
  },
];

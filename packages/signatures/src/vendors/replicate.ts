// Replicate.
import { standardWebhooks } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = standardWebhooks("replicate", "Replicate", {
  docs: "https://replicate.com/docs/topics/webhooks/verify-webhook",
  secretFrom: "`GET /v1/webhooks/default/secret` of the API: `whsec_…`.",
});

export const samples: readonly Sample[] = [
  {
    event: "prediction.completed",
    body: ({ id, iso }) => ({
      id,
      status: "succeeded",
      created_at: iso,
      completed_at: iso,
      version: "5c7d5dc6",
      input: { text: "Anna" },
      output: "hello Anna",
      error: null,
    }),
  },
];

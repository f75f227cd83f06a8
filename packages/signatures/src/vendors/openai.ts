// OpenAI.
import { standardWebhooks } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = standardWebhooks("openai", "OpenAI", {
  docs: "https://developers.openai.com/api/docs/guides/webhooks",
  secretFrom: "Shown once when the webhook is created: `whsec_…`.",
});

export const samples: readonly Sample[] = [
  {
    event: "response.completed",
    body: ({ id, seconds }) => ({
      object: "event",
      id: `evt_${id}`,
      type: "response.completed",
      created_at: seconds,
      data: { id: "resp_1" },
    }),
  },
];

// Anthropic.
import { standardWebhooks } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = standardWebhooks("anthropic", "Anthropic", {
  aliases: ["claude"],
  docs: "https://platform.claude.com/docs/en/managed-agents/webhooks",
  secretFrom: "Shown once when the webhook is created: `whsec_…`.",
});

export const samples: readonly Sample[] = [
  {
    event: "session.status_idled",
    body: ({ id, iso }) => ({
      type: "event",
      id: `evt_${id}`,
      created_at: iso,
      data: { type: "session.status_idled", id: "sesn_1" },
    }),
  },
];

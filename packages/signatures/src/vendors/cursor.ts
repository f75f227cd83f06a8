// Cursor, its cloud agents.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "cursor",
  name: "Cursor (cloud agents)",
  docs: "https://docs.cursor.com/account/cloud-agent-webhooks",
  signatures: [bodyHmac("x-webhook-signature", { prefix: "sha256=" })],
  secretFrom: "The secret that you chose for the webhook of the agent.",
};

export const samples: readonly Sample[] = [
  {
    event: "statusChange",
    headers: { "x-webhook-event": "statusChange" },
    body: ({ iso }) => ({
      event: "statusChange",
      timestamp: iso,
      id: "bc_1",
      status: "FINISHED",
      source: { repository: "https://github.com/acme/site", ref: "main" },
      target: {
        url: "https://cursor.com/agents?id=bc_1",
        branchName: "cursor/opening-hours-1",
        prUrl: "https://github.com/acme/site/pull/12",
      },
      summary: "Corrected the opening hours.",
    }),
  },
];

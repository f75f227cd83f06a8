// Mattermost, outgoing webhooks and slash commands.
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "mattermost",
  name: "Mattermost (outgoing webhooks)",
  docs: "https://developers.mattermost.com/integrate/webhooks/outgoing/",
  token: { body: "token" },
  body: ["json", "form"],
  secretFrom: "Integrations, Outgoing Webhooks: the token of the webhook.",
};

export const page: VendorPage = {
  notes: [
    "The content type of the webhook may be either of the two that Mattermost offers: the token is a field of the JSON or of the form.",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "outgoing_webhook",
    body: ({ id, now }) => ({
      team_id: "t1",
      team_domain: "acme",
      channel_id: "c1",
      channel_name: "town-square",
      timestamp: now,
      user_id: "u1",
      user_name: "ann",
      post_id: id,
      text: "deploy staging",
      trigger_word: "deploy",
      file_ids: "",
    }),
  },
  {
    event: "outgoing_webhook.form",
    type: "form",
    body: ({ id, now }) => ({
      team_id: "t1",
      team_domain: "acme",
      channel_id: "c1",
      channel_name: "town-square",
      timestamp: String(now),
      user_id: "u1",
      user_name: "ann",
      post_id: id,
      text: "deploy staging",
      trigger_word: "deploy",
      file_ids: "",
    }),
  },
];

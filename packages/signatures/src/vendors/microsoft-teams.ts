// Microsoft Teams (outgoing webhook).
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "microsoft-teams",
  name: "Microsoft Teams (outgoing webhook)",
  aliases: ["teams", "msteams"],
  docs: "https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-outgoing-webhook",
  signatures: [bodyHmac("authorization", { encoding: "base64", prefix: "HMAC ", key: "base64" })],
  delivery: { retries: "Waits 5 s, and posts the body of the answer into the channel." },
  secretFrom: "The security token that Teams shows once.",
};

export const page: VendorPage = {
  notes: [
    "The signature is in `Authorization`, where other senders have a token.",
    "A bot of Teams is [`microsoft-bot`](microsoft-bot.md).",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "message",
    body: ({ id, iso }) => ({
      type: "message",
      id,
      timestamp: iso,
      serviceUrl: "https://smba.trafficmanager.net/emea/",
      channelId: "msteams",
      from: { id: "29:1", name: "Ann" },
      conversation: { isGroup: true, id: "19:1@thread.tacv2" },
      text: "<at>hooks</at> are we open on Monday?",
      textFormat: "plain",
    }),
  },
];

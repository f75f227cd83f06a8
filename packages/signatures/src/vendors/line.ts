// LINE.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "line",
  name: "LINE",
  docs: "https://developers.line.biz/en/docs/messaging-api/receiving-messages",
  signatures: [bodyHmac("x-line-signature", { encoding: "base64" })],
  secretFrom: "Developers Console, the channel, Basic settings, Channel secret.",
};

export const page: VendorPage = {
  notes: ["Each event in the body has a `webhookEventId`, and says whether it is a redelivery."],
};

export const samples: readonly Sample[] = [
  {
    event: "message",
    body: ({ id, now }) => ({
      destination: "U0",
      events: [
        {
          type: "message",
          mode: "active",
          timestamp: now,
          webhookEventId: id,
          deliveryContext: { isRedelivery: false },
          replyToken: "0f3779fba3b349968c5d07db31eab56f",
          source: { type: "user", userId: "U1" },
          message: { type: "text", id: "1", text: "Are you open on Monday?" },
        },
      ],
    }),
  },
];

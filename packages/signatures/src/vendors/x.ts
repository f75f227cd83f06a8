// X.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "x",
  name: "X",
  aliases: ["twitter"],
  docs: "https://docs.x.com/x-api/webhooks/quickstart",
  signatures: [bodyHmac("x-twitter-webhooks-signature", { encoding: "base64", prefix: "sha256=" })],
  handshake: "x",
  secretFrom: "The consumer secret of the app.",
};

export const page: VendorPage = {
  notes: ["X repeats the handshake about every hour: the secret must stay in the config."],
};

export const samples: readonly Sample[] = [
  {
    event: "direct_message_events",
    body: ({ id, now }) => ({
      for_user_id: "1",
      direct_message_events: [
        {
          type: "message_create",
          id,
          created_timestamp: String(now),
          message_create: {
            target: { recipient_id: "1" },
            sender_id: "2",
            message_data: { text: "Are you open on Monday?", entities: {} },
          },
        },
      ],
    }),
  },
];

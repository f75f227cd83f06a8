// Sinch, its Conversation API.
import { timedHmac } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "sinch",
  name: "Sinch (Conversation API)",
  docs: "https://developers.sinch.com/docs/conversation/callbacks",
  signatures: [
    timedHmac({
      signature: { header: "x-sinch-webhook-signature" },
      encoding: "base64",
      signed: "{body}.{header:x-sinch-webhook-signature-nonce}.{timestamp}",
      timestamp: { header: "x-sinch-webhook-signature-timestamp", unit: "s" },
    }),
  ],
  secretFrom: "The secret that you set on the webhook of the Conversation app.",
};

export const samples: readonly Sample[] = [
  {
    event: "MESSAGE_INBOUND",
    headers: { "x-sinch-webhook-signature-nonce": "01FJA8B4A7BM43YGWSG9GBV067" },
    body: ({ id, iso }) => ({
      app_id: "1",
      project_id: "2",
      accepted_time: iso,
      event_time: iso,
      message: {
        id,
        direction: "TO_APP",
        contact_message: { text_message: { text: "When do you open?" } },
        channel_identity: { channel: "SMS", identity: "15550100", app_id: "" },
        conversation_id: "3",
        contact_id: "4",
      },
    }),
  },
];

// Klaviyo.
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "klaviyo",
  name: "Klaviyo",
  docs: "https://developers.klaviyo.com/en/docs/working_with_system_webhooks",
  signatures: [
    {
      scheme: "hmac",
      algorithm: "sha256",
      key: "utf8",
      signature: { header: "klaviyo-signature" },
      encoding: "hex",
      // The time is written as `Thu, 04 Jan 2024 18:05:25 GMT`, and the vendor names no tolerance for it.
      signed: "{body}{header:klaviyo-timestamp}",
    },
  ],
  secretFrom: "The secret key that you chose when you created the webhook.",
};

export const page: VendorPage = {
  notes: ["`Klaviyo-Timestamp` is signed, and not compared with the clock."],
};

export const samples: readonly Sample[] = [
  {
    event: "event:klaviyo.sent_sms",
    headers: { "klaviyo-timestamp": "Thu, 04 Jan 2024 18:05:25 GMT" },
    body: ({ id, iso }) => ({
      meta: { timestamp: iso, klaviyo_account_id: "1", klaviyo_webhook_id: "2", version: "1" },
      data: [
        {
          external_id: id,
          topic: "event:klaviyo.sent_sms",
          payload: {
            data: {
              type: "event",
              attributes: { datetime: iso, event_properties: { message: "We moved." } },
            },
          },
        },
      ],
    }),
  },
];

// Meta (Facebook, Instagram, WhatsApp).
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "meta",
  name: "Meta (Facebook, Instagram, WhatsApp)",
  aliases: ["facebook", "instagram", "whatsapp", "messenger"],
  docs: "https://developers.facebook.com/docs/graph-api/webhooks/getting-started",
  signatures: [bodyHmac("x-hub-signature-256", { prefix: "sha256=" })],
  handshake: "meta",
  delivery: {
    ttlSeconds: 604_800,
    retries:
      "Tries again for 36 hours, WhatsApp for 7 days; bodies hold up to 1,000 changes and 3 MB.",
    on4xx: "repeats",
  },
  secretFrom: "App Dashboard, Settings, Basic, App secret.",
};

export const page: VendorPage = {
  notes: [
    "Meta escapes letters in the JSON that it signs: only the bytes as they arrived can be verified.",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "whatsapp.messages",
    body: ({ id, seconds }) => ({
      object: "whatsapp_business_account",
      entry: [
        {
          id: "1",
          changes: [
            {
              field: "messages",
              value: {
                messaging_product: "whatsapp",
                metadata: { display_phone_number: "15550001111", phone_number_id: "2" },
                contacts: [{ profile: { name: "Ben" }, wa_id: "15550002222" }],
                messages: [
                  {
                    from: "15550002222",
                    id: `wamid.${id}`,
                    timestamp: String(seconds),
                    type: "text",
                    text: { body: "Are you open on Monday?" },
                  },
                ],
              },
            },
          ],
        },
      ],
    }),
  },
  {
    event: "page.messages",
    body: ({ id, now }) => ({
      object: "page",
      entry: [
        {
          id: "1",
          time: now,
          messaging: [
            {
              sender: { id: "2" },
              recipient: { id: "1" },
              timestamp: now,
              message: { mid: `m_${id}`, text: "Are you open on Monday?" },
            },
          ],
        },
      ],
    }),
  },
];

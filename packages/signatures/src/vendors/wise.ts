// Wise.
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "wise",
  name: "Wise",
  aliases: ["transferwise"],
  docs: "https://docs.wise.com/guides/developer/webhooks/event-handling",
  signatures: [
    {
      scheme: "publicKey",
      algorithm: "rsa-sha256",
      key: "spki",
      signature: { header: "x-signature-sha256" },
      encoding: "base64",
      signed: "{body}",
    },
  ],
  deliveryMark: "id",
  delivery: { id: { header: "x-delivery-id" } },
  secretFrom:
    "The public key that Wise publishes in its guide to webhooks: one for production, one for the sandbox.",
};

export const page: VendorPage = {
  notes: [
    "The key of the sandbox does not verify events of production, nor the other way round. A list of both accepts both.",
    "`X-Signature`, the older header, is signed with SHA-1 and is not accepted.",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "transfers#state-change",
    body: ({ iso }) => ({
      data: {
        resource: { type: "transfer", id: 111, profile_id: 222, account_id: 333 },
        current_state: "processing",
        previous_state: "incoming_payment_waiting",
        occurred_at: iso,
      },
      subscription_id: "01234567-89ab-cdef-0123-456789abcdef",
      event_type: "transfers#state-change",
      schema_version: "2.0.0",
      sent_at: iso,
    }),
  },
];

// Bridge.
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "bridge",
  name: "Bridge",
  aliases: ["bridge-xyz"],
  docs: "https://apidocs.bridge.xyz/platform/additional-information/webhooks/signature",
  signatures: [
    {
      scheme: "publicKey",
      algorithm: "rsa-sha256",
      key: "spki",
      signature: { header: "x-webhook-signature", pairs: { separator: ",", key: "v0" } },
      encoding: "base64",
      signed: "{timestamp}.{body}",
      signsDigest: true,
      timestamp: { pair: "t", unit: "ms", toleranceSeconds: 600 },
    },
  ],
  delivery: {
    id: { json: "event_id" },
    idSigned: true,
    retries: "Tries again, each time with a new signature and a new time stamp.",
    on4xx: "repeats",
  },
  secretFrom: "`public_key` of the webhook, in the API's answer when it is created.",
};

export const page: VendorPage = {
  notes: ["What RSA signs is the SHA-256 of that text, so that the text is hashed twice."],
};

export const samples: readonly Sample[] = [
  {
    event: "transfer.updated.status_transitioned",
    body: ({ id, iso }) => ({
      api_version: "v0",
      event_id: id,
      event_category: "transfer",
      event_type: "transfer.updated.status_transitioned",
      event_object_id: "transfer_1",
      event_object_status: "payment_processed",
      event_object: { id: "transfer_1", amount: "25.00", currency: "usd" },
      event_object_changes: { state: ["payment_submitted", "payment_processed"] },
      event_created_at: iso,
    }),
  },
];

// Telnyx.
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "telnyx",
  name: "Telnyx",
  deliveryMark: { json: "data.record_type", is: "event" },
  docs: "https://developers.telnyx.com",
  signatures: [
    {
      scheme: "publicKey",
      algorithm: "ed25519",
      key: "raw-base64",
      signature: { header: "telnyx-signature-ed25519" },
      encoding: "base64",
      signed: "{timestamp}|{body}",
      timestamp: { header: "telnyx-timestamp", unit: "s", toleranceSeconds: 300 },
    },
  ],
  delivery: {
    id: { json: "data.id" },
    idSigned: true,
    retries: "Waits 2 s, then tries the failover URL.",
  },
  secretFrom: "Mission Control Portal, Keys & Credentials, Public Key.",
};

export const samples: readonly Sample[] = [
  {
    event: "message.received",
    body: ({ id, iso }) => ({
      data: {
        record_type: "event",
        id,
        event_type: "message.received",
        occurred_at: iso,
        payload: {
          id: "1",
          record_type: "message",
          direction: "inbound",
          from: { phone_number: "+15550002222" },
          to: [{ phone_number: "+15550001111" }],
          text: "Are you open on Monday?",
        },
      },
      meta: { attempt: 1, delivered_to: "https://hooks.example.com/hooks/telnyx" },
    }),
  },
];

// Square.
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "square",
  name: "Square",
  deliveryMark: { json: "merchant_id" },
  docs: "https://developer.squareup.com/docs/webhooks/step3validate",
  signatures: [
    {
      scheme: "hmac",
      algorithm: "sha256",
      key: "utf8",
      signature: { header: "x-square-hmacsha256-signature" },
      encoding: "base64",
      signed: "{url}{body}",
    },
  ],
  needsPublicUrl: true,
  delivery: {
    id: { json: "event_id" },
    idSigned: true,
    retries: "Waits 10 s for 2xx; tries again for up to 24 hours.",
    on4xx: "repeats",
  },
  secretFrom: "Developer Console, Webhooks, the subscription, Signature key.",
};

export const samples: readonly Sample[] = [
  {
    event: "payment.updated",
    body: ({ id, iso }) => ({
      merchant_id: "6SSW7HV8K2ST5",
      type: "payment.updated",
      event_id: id,
      created_at: iso,
      data: {
        type: "payment",
        id: "KkAkhdMsgzn59SM8A89WgKwekxLZY",
        object: {
          payment: {
            id: "KkAkhdMsgzn59SM8A89WgKwekxLZY",
            status: "COMPLETED",
            amount_money: { amount: 2500, currency: "EUR" },
          },
        },
      },
    }),
  },
];

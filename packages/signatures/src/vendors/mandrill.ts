// Mandrill.
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "mandrill",
  name: "Mandrill",
  signatures: [
    {
      scheme: "hmac",
      algorithm: "sha1",
      key: "utf8",
      signature: { header: "x-mandrill-signature" },
      encoding: "base64",
      signed: "{url}{form:sorted}",
    },
  ],
  needsPublicUrl: true,
  // A HEAD, before the key exists.
  handshake: "probe",
  body: ["form"],
  payloadField: "mandrill_events",
  secretFrom: "Settings, Webhooks, the webhook, Key.",
};

export const page: VendorPage = {
  notes: [
    "Mandrill looks with a HEAD whether the URL answers before it has a key, which is a 200.",
    "The JSON in the field `mandrill_events` is the payload, a list: `forEach: payload` is one run for each event.",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "send",
    type: "form",
    body: ({ id, seconds }) => ({
      mandrill_events: JSON.stringify([
        {
          event: "send",
          ts: seconds,
          _id: id,
          msg: {
            email: "ben@example.com",
            sender: "ann@example.com",
            subject: "Your order",
            state: "sent",
          },
        },
      ]),
    }),
  },
];

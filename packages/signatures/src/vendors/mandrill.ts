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
    "Before it has a key, Mandrill sends a HEAD, which gets 200.",
    "The payload is the JSON in the field `mandrill_events`, a list: `forEach: payload` starts a run for each event.",
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

// Twilio.
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "twilio",
  name: "Twilio",
  docs: "https://www.twilio.com/docs/usage/webhooks/webhooks-security",
  // A form is signed field by field; any other body by its hash in the query of the URL.
  signatures: [
    {
      scheme: "hmac",
      algorithm: "sha1",
      key: "utf8",
      signature: { header: "x-twilio-signature" },
      encoding: "base64",
      signed: "{url}{form:sorted}",
      bodyHash: { query: "bodySHA256" },
    },
  ],
  needsPublicUrl: true,
  body: ["form", "json"],
  secretFrom: "Console, Account, Auth Token.",
};

export const page: VendorPage = {
  notes: [
    "A form is signed field by field, in the order of the names. For another body, `bodySHA256` in the query of the URL must be its hash.",
    "`publicUrl` may have a query of its own; what Twilio adds to it is kept.",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "message",
    type: "form",
    body: ({ id }) => ({
      ToCountry: "US",
      MessageSid: `SM${id.replaceAll("-", "")}`,
      AccountSid: "AC00000000000000000000000000000001",
      NumMedia: "0",
      NumSegments: "1",
      From: "+15550002222",
      To: "+15550001111",
      Body: "Are you open on Monday?",
    }),
  },
  {
    event: "call",
    type: "form",
    body: ({ id }) => ({
      CallSid: `CA${id.replaceAll("-", "")}`,
      AccountSid: "AC00000000000000000000000000000001",
      From: "+15550002222",
      To: "+15550001111",
      CallStatus: "ringing",
      Direction: "inbound",
      ApiVersion: "2010-04-01",
    }),
  },
  {
    event: "com.twilio.messaging.message.delivered",
    body: ({ id, iso }) => [
      {
        specversion: "1.0",
        type: "com.twilio.messaging.message.delivered",
        source: "/2010-04-01/Accounts/AC1/Messages/SM1.json",
        id,
        time: iso,
        data: { messageSid: `SM${id.replaceAll("-", "")}`, messageStatus: "DELIVERED" },
      },
    ],
  },
];

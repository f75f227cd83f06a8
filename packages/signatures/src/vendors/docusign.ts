// DocuSign Connect.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "docusign",
  name: "DocuSign Connect",
  docs: "https://developers.docusign.com/platform/webhooks/connect/validate",
  signatures: [bodyHmac("x-docusign-signature-", { encoding: "base64", numbered: 100 })],
  delivery: {
    ttlSeconds: 1_296_000,
    retries:
      "After an answer of 400 or higher, the first retry comes 5 minutes later; retries go on for 15 days.",
    on4xx: "repeats",
  },
  secretFrom: "Settings, Connect, Connect keys. Every active key signs.",
};

export const page: VendorPage = {
  notes: ["Each active key signs in its own header, `-1` to `-100`; one match is enough."],
};

export const samples: readonly Sample[] = [
  {
    event: "envelope-completed",
    body: ({ iso }) => ({
      event: "envelope-completed",
      apiVersion: "v2.1",
      uri: "/restapi/v2.1/accounts/1/envelopes/2",
      retryCount: 0,
      configurationId: 10,
      generatedDateTime: iso,
      data: {
        accountId: "1",
        userId: "3",
        envelopeId: "2",
        envelopeSummary: { status: "completed" },
      },
    }),
  },
];

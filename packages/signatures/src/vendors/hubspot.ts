// HubSpot.
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "hubspot",
  name: "HubSpot",
  docs: "https://developers.hubspot.com/docs/apps/legacy-apps/authentication/validating-requests",
  signatures: [
    {
      scheme: "hmac",
      algorithm: "sha256",
      key: "utf8",
      signature: { header: "x-hubspot-signature-v3" },
      encoding: "base64",
      signed: "{method}{url}{body}{timestamp}",
      timestamp: { header: "x-hubspot-request-timestamp", unit: "ms", toleranceSeconds: 300 },
    },
  ],
  needsPublicUrl: true,
  delivery: { id: { json: "eventId" }, idSigned: true },
  secretFrom: "The client secret of the app.",
};

export const page: VendorPage = {
  notes: ["Versions 1 and 2 of the signature are plain hashes and are not accepted."],
};

export const samples: readonly Sample[] = [
  {
    event: "contact.creation",
    body: ({ id, now }) => [
      {
        eventId: id,
        subscriptionId: 1,
        portalId: 2,
        appId: 3,
        occurredAt: now,
        subscriptionType: "contact.creation",
        attemptNumber: 0,
        objectId: 123,
        changeSource: "CRM",
      },
    ],
  },
];

// Box.
import { timedHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "box",
  name: "Box",
  docs: "https://developer.box.com/guides/webhooks/v2/signatures-v2/",
  // Each of the two keys of an application signs, so that one can be replaced while the other is in use.
  signatures: [
    timedHmac({
      signature: { header: ["box-signature-primary", "box-signature-secondary"], all: true },
      encoding: "base64",
      signed: "{body}{timestamp}",
      timestamp: { header: "box-delivery-timestamp", unit: "iso", toleranceSeconds: 600 },
    }),
  ],
  deliveryMark: "id",
  delivery: { id: { header: "box-delivery-id" } },
  secretFrom: "Developer console, the app, Webhooks, Manage signature keys.",
};

export const page: VendorPage = {
  notes: [
    "The primary and the secondary key each sign in a header of their own; one match is enough.",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "FILE.UPLOADED",
    body: ({ id, iso }) => ({
      type: "webhook_event",
      id,
      created_at: iso,
      trigger: "FILE.UPLOADED",
      webhook: { id: "1", type: "webhook" },
      created_by: { id: "7", type: "user", name: "Ann", login: "ann@example.com" },
      source: {
        id: "2",
        type: "file",
        name: "Opening hours.pdf",
        size: 20_480,
        parent: { id: "3", type: "folder", name: "Site" },
      },
    }),
  },
];

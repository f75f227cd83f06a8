// Autodesk Platform Services.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "autodesk",
  name: "Autodesk Platform Services",
  aliases: ["autodesk-aps", "aps"],
  docs: "https://aps.autodesk.com/en/docs/webhooks/v1/developers_guide/basics/",
  signatures: [bodyHmac("x-adsk-signature", { algorithm: "sha1", prefix: "sha1hash=" })],
  secretFrom: "The secret token that you gave to `POST /webhooks/v1/tokens`.",
};

export const page: VendorPage = {
  notes: ["Without a secret token at Autodesk nothing is signed, and every request is refused."],
};

export const samples: readonly Sample[] = [
  {
    event: "dm.version.added",
    body: () => ({
      version: "1.0",
      resourceUrn: "urn:adsk.wipprod:fs.file:vf.1?version=2",
      hook: { hookId: "1", event: "dm.version.added", system: "data", status: "active" },
      payload: {
        name: "House.rvt",
        ext: "rvt",
        project: "2",
        version: "2",
        state: "CONTENT_AVAILABLE",
      },
    }),
  },
];

// Orb.
import { timedHmac } from "./shared/families.ts";
import type { Provider, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "orb",
  name: "Orb",
  docs: "https://docs.withorb.com/integrations-and-exports/webhooks",
  delivery: { id: { json: "id" }, idSigned: true },
  secretFrom: "The signing secret of the endpoint, in the dashboard; not the API key.",
  signatures: [
    timedHmac({
      signature: { header: "x-orb-signature", prefix: "v1=" },
      signed: "v1:{timestamp}:{body}",
      timestamp: { header: "x-orb-timestamp", unit: "iso", withoutZone: true },
    }),
  ],
};

export const page: VendorPage = {
  notes: [
    "The time stamp is an ISO date without a zone (UTC), and `v1` is part of the signed text.",
  ],
};

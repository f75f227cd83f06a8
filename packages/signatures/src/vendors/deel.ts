// Deel.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "deel",
  name: "Deel",
  docs: "https://developer.deel.com/docs/webhooks",
  signatures: [{ ...bodyHmac("x-deel-signature"), signed: "POST{body}" }],
  secretFrom: "The signing key of the webhook, shown when it is created.",
};

export const page: VendorPage = {
  notes: ["The word `POST` is signed before the body."],
};

export const samples: readonly Sample[] = [
  {
    event: "contract.updated",
    body: ({ iso }) => ({
      data: {
        meta: { event_type: "contract.updated", organization_id: "1", tracking_id: "2" },
        resource: { id: "3", title: "Designer", status: "in_progress" },
      },
      timestamp: iso,
    }),
  },
];

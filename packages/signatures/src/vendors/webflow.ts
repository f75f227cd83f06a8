// Webflow.
import { timedHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "webflow",
  name: "Webflow",
  docs: "https://developers.webflow.com/data/docs/working-with-webhooks",
  signatures: [
    timedHmac({
      signature: { header: "x-webflow-signature" },
      signed: "{timestamp}:{body}",
      timestamp: { header: "x-webflow-timestamp", unit: "ms" },
    }),
  ],
};

export const page: VendorPage = {
  notes: ["Only webhooks that the API or an app created are signed, not those of the dashboard."],
};

export const samples: readonly Sample[] = [
  {
    event: "form_submission",
    body: ({ id, iso }) => ({
      triggerType: "form_submission",
      payload: {
        id,
        name: "Contact",
        siteId: "1",
        data: { about: "The garden" },
        submittedAt: iso,
      },
    }),
  },
];

// Sentry.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "sentry",
  name: "Sentry",
  deliveryMark: { header: "sentry-hook-resource" },
  docs: "https://docs.sentry.io/integrations/integration-platform/webhooks",
  signatures: [bodyHmac("sentry-hook-signature")],
  delivery: {
    id: { header: "request-id" },
    retries: "Waits 1 s; 1,000 time-outs in 24 hours end the subscription.",
  },
  secretFrom: "The client secret of the integration.",
};

export const page: VendorPage = {
  notes: ["`Sentry-Hook-Timestamp` is not signed, and is ignored."],
};

export const samples: readonly Sample[] = [
  {
    event: "issue.created",
    headers: { "sentry-hook-resource": "issue" },
    body: ({ iso }) => ({
      action: "created",
      installation: { uuid: "24b3c1f0-6a0e-4c0e-9f0a-000000000001" },
      actor: { type: "application", id: "sentry", name: "Sentry" },
      data: {
        issue: {
          id: "1170820242",
          shortId: "SITE-7",
          title: "TypeError: hours is undefined",
          culprit: "opening.js in show",
          level: "error",
          status: "unresolved",
          count: "1",
          firstSeen: iso,
          lastSeen: iso,
          project: { id: "1", name: "site", slug: "site" },
          web_url: "https://acme.sentry.io/issues/1170820242/",
        },
      },
    }),
  },
];

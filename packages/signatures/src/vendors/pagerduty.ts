// PagerDuty.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "pagerduty",
  name: "PagerDuty",
  deliveryMark: { json: "event.event_type" },
  docs: "https://developer.pagerduty.com/docs/webhooks/webhook-signatures",
  signatures: [bodyHmac("x-pagerduty-signature", { list: true, prefix: "v1=" })],
  delivery: { id: { json: "event.id" }, idSigned: true },
  secretFrom: "Shown once when the subscription is created.",
};

export const page: VendorPage = {
  notes: [
    "The header has one signature for each active secret; versions other than `v1` are ignored.",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "incident.triggered",
    body: ({ id, iso }) => ({
      event: {
        id,
        event_type: "incident.triggered",
        resource_type: "incident",
        occurred_at: iso,
        agent: null,
        client: null,
        data: {
          id: "PGR0VU2",
          type: "incident",
          number: 2,
          title: "The shop answers slowly",
          status: "triggered",
          urgency: "high",
          service: { id: "PF9KMXH", summary: "Shop", type: "service_reference" },
          html_url: "https://acme.pagerduty.com/incidents/PGR0VU2",
        },
      },
    }),
  },
];

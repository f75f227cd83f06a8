// Grafana Alerting.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "grafana",
  name: "Grafana Alerting",
  docs: "https://grafana.com/docs/grafana/latest/alerting/configure-notifications/manage-contact-points/integrations/webhook-notifier",
  signatures: [bodyHmac("x-grafana-alerting-signature")],
  secretFrom: "The HMAC secret that you set on the contact point.",
};

export const page: VendorPage = {
  notes: [
    'Grafana lets you choose the header: write `signature: { header: "…" }` beside the provider if you did.',
    'Where you named a header for the time, it is signed too: add `signed: "{timestamp}:{body}"` and `timestamp: { header: "…", unit: "s" }`.',
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "firing",
    body: ({ iso }) => ({
      receiver: "hooks",
      status: "firing",
      orgId: 1,
      title: "[FIRING:1] Disk is nearly full",
      message: "The disk of db1 is at 93 %.",
      state: "alerting",
      groupKey: '{alertname="Disk is nearly full"}',
      commonLabels: { alertname: "Disk is nearly full" },
      commonAnnotations: { summary: "The disk of db1 is at 93 %." },
      externalURL: "https://grafana.example.com/",
      alerts: [
        {
          status: "firing",
          labels: { alertname: "Disk is nearly full", instance: "db1" },
          annotations: { summary: "The disk of db1 is at 93 %." },
          startsAt: iso,
          endsAt: "0001-01-01T00:00:00Z",
          fingerprint: "57c6d9296de2ad39",
          values: { A: 93 },
        },
      ],
    }),
  },
];

// Linear.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "linear",
  name: "Linear",
  deliveryMark: "id",
  docs: "https://linear.app/developers/webhooks",
  signatures: [
    {
      ...bodyHmac("linear-signature"),
      timestamp: { json: "webhookTimestamp", unit: "ms", toleranceSeconds: 60 },
    },
  ],
  delivery: { id: { header: "linear-delivery" } },
  secretFrom: "Settings, API, the webhook, Signing secret.",
};

export const page: VendorPage = {
  notes: ["`Linear-Timestamp` is not signed, and is ignored: the time in the body is checked."],
};

export const samples: readonly Sample[] = [
  {
    event: "Issue",
    headers: { "linear-event": "Issue" },
    body: ({ iso, now }) => ({
      action: "create",
      type: "Issue",
      actor: { id: "1", type: "user", name: "Ann" },
      createdAt: iso,
      data: {
        id: "2174add1-f7c8-44e3-bbf3-2d60b5ea8bc9",
        identifier: "ACM-1",
        title: "The map shows the old address",
        description: "We moved in spring.",
        priority: 2,
        priorityLabel: "High",
        state: { id: "1", name: "Todo", type: "unstarted" },
        team: { id: "1", key: "ACM", name: "Acme" },
        labels: [],
        createdAt: iso,
      },
      url: "https://linear.app/acme/issue/ACM-1",
      organizationId: "1",
      webhookTimestamp: now,
      webhookId: "000042e3-d123-4980-b49f-8e140eef9329",
    }),
  },
];

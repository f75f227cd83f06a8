// Microsoft Graph.
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "microsoft-graph",
  name: "Microsoft Graph",
  aliases: ["microsoft-365", "graph", "outlook"],
  docs: "https://learn.microsoft.com/graph/change-notifications-delivery-webhooks",
  token: { body: "value[].clientState" },
  handshake: "microsoft-graph",
  delivery: {
    ttlSeconds: 18_000,
    retries:
      "Waits 3 s for an answer; if answers are late, Microsoft sends events more slowly. Tries for 4 hours after 5xx and late answers; any 2xx ends the delivery.",
  },
  secretFrom: "The `clientState` of the subscription; every notification of a batch must have it.",
};

export const page: VendorPage = {
  notes: [
    "`clientState` must be right in every notification of a batch, and is removed from each.",
    "Rich notifications also have JWTs (`validationTokens`), which are not checked.",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "created",
    body: ({ id, now }) => ({
      value: [
        {
          id,
          subscriptionId: "7f105c7d-2dc5-4530-97cd-4e7ae6534c07",
          subscriptionExpirationDateTime: new Date(now + 3_600_000).toISOString(),
          changeType: "created",
          resource: "me/messages/1",
          resourceData: { "@odata.type": "#Microsoft.Graph.Message", id: "1" },
          tenantId: "84bd8158-6d4d-4958-8b9f-9d6445542f95",
        },
      ],
    }),
  },
];

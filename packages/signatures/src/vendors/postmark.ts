// Postmark.
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "postmark",
  name: "Postmark",
  docs: "https://postmarkapp.com/developer/webhooks/webhooks-overview",
  secretFrom: "User name and password that you write into the URL of the webhook.",
  token: { basic: true },
};

export const samples: readonly Sample[] = [
  {
    event: "Delivery",
    body: ({ id, iso }) => ({
      RecordType: "Delivery",
      ServerID: 23,
      MessageStream: "outbound",
      MessageID: id,
      Recipient: "ben@example.com",
      DeliveredAt: iso,
      Details: "250 OK",
      Metadata: {},
    }),
  },
];

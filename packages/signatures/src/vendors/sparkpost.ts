// SparkPost.
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = { id: "sparkpost", name: "SparkPost", token: { basic: true } };

export const samples: readonly Sample[] = [
  {
    event: "delivery",
    body: ({ id, seconds }) => [
      {
        msys: {
          message_event: {
            type: "delivery",
            event_id: id,
            timestamp: String(seconds),
            rcpt_to: "ben@example.com",
            subject: "Your order",
          },
        },
      },
    ],
  },
];

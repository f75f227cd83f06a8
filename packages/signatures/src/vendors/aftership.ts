// AfterShip.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "aftership",
  name: "AfterShip",
  docs: "https://www.aftership.com/docs/tracking/webhook/webhook-signature",
  signatures: [bodyHmac("aftership-hmac-sha256", { encoding: "base64" })],
  secretFrom: "Settings, Notifications, Webhooks, Webhook secret.",
};

export const samples: readonly Sample[] = [
  {
    event: "tracking_update",
    body: ({ id, seconds, iso }) => ({
      event: "tracking_update",
      event_id: id,
      ts: seconds,
      msg: {
        id: "1",
        tracking_number: "1Z0000000000000000",
        slug: "ups",
        tag: "Delivered",
        title: "Order 12",
        updated_at: iso,
        checkpoints: [
          { tag: "Delivered", message: "Left at the front door", checkpoint_time: iso },
        ],
      },
    }),
  },
];

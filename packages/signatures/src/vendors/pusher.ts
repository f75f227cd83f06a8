// Pusher Channels.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "pusher",
  name: "Pusher Channels",
  docs: "https://pusher.com/docs/channels/server_api/webhooks/",
  signatures: [bodyHmac("x-pusher-signature")],
  secretFrom: "The app, App keys, `secret`; `X-Pusher-Key` says which key signed.",
};

export const samples: readonly Sample[] = [
  {
    event: "channel_occupied",
    headers: { "x-pusher-key": "1" },
    body: ({ now }) => ({
      time_ms: now,
      events: [{ name: "channel_occupied", channel: "orders" }],
    }),
  },
];

// Twitch EventSub.
import { timedHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "twitch",
  name: "Twitch EventSub",
  deliveryMark: "id",
  docs: "https://dev.twitch.tv/docs/eventsub/handling-webhook-events",
  signatures: [
    timedHmac({
      signature: { header: "twitch-eventsub-message-signature", prefix: "sha256=" },
      signed: "{id}{timestamp}{body}",
      timestamp: {
        header: "twitch-eventsub-message-timestamp",
        unit: "iso",
        toleranceSeconds: 600,
      },
      id: { header: "twitch-eventsub-message-id" },
    }),
  ],
  handshake: "twitch",
  delivery: {
    id: { header: "twitch-eventsub-message-id" },
    idSigned: true,
    retries: "Waits a few seconds, and revokes the subscription after repeated failures.",
    on4xx: "disables",
  },
  secretFrom: "The secret of 10 to 100 characters that you sent with the subscription.",
};

export const page: VendorPage = {
  notes: [
    "Twitch allows secrets of 10 characters; fewer than 16 are a warning here.",
    "Revocations are events, too, and need a 2xx: without a mapping they get 204.",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "stream.online",
    headers: {
      "twitch-eventsub-message-type": "notification",
      "twitch-eventsub-subscription-type": "stream.online",
      "twitch-eventsub-subscription-version": "1",
    },
    body: ({ iso }) => ({
      subscription: { id: "1", type: "stream.online", version: "1", status: "enabled", cost: 0 },
      event: {
        id: "9001",
        broadcaster_user_id: "1337",
        broadcaster_user_login: "ann",
        broadcaster_user_name: "Ann",
        type: "live",
        started_at: iso,
      },
    }),
  },
];

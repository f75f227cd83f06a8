// Strava.
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "strava",
  name: "Strava",
  docs: "https://developers.strava.com/docs/webhooks/",
  token: { query: "key" },
  handshake: "strava",
  delivery: { retries: "Waits 2 s, and tries three times in all.", acknowledge: 200 },
  secretFrom: "Choose one, and add `?key=…` to `callback_url` of the subscription.",
};

export const page: VendorPage = {
  notes: [
    "`verifyToken` is the `verify_token` that you send when you create the subscription.",
    "Strava signs nothing: let the agent fetch the activity by its id instead of trusting the event.",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "activity.create",
    body: ({ seconds }) => ({
      aspect_type: "create",
      event_time: seconds,
      object_id: 1_360_128_428,
      object_type: "activity",
      owner_id: 134_815,
      subscription_id: 120_475,
      updates: {},
    }),
  },
];

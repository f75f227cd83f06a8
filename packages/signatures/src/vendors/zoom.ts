// Zoom.
import { versioned } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "zoom",
  name: "Zoom",
  docs: "https://developers.zoom.us/docs/api/webhooks",
  signatures: [versioned("x-zm-signature", "x-zm-request-timestamp")],
  handshake: "zoom",
  delivery: {
    ttlSeconds: 7_200,
    retries: "Waits 3 s; tries three times more: after 5, 20 and 60 minutes.",
    on4xx: "repeats",
  },
  secretFrom: "App Marketplace, the app, Feature, Secret Token.",
};

export const page: VendorPage = {
  notes: [
    "Zoom repeats the handshake every 72 hours: the secret must stay in the config.",
    "Zoom needs 200 or 204 within 3 s, which `respond` sets; without it a run gets 202, and a wake 200.",
  ],
  respond: '{ status: 200, text: "" }',
};

export const samples: readonly Sample[] = [
  {
    event: "meeting.started",
    body: ({ iso, now }) => ({
      event: "meeting.started",
      event_ts: now,
      payload: {
        account_id: "1",
        object: {
          id: "111",
          uuid: "u1==",
          host_id: "2",
          topic: "Weekly",
          type: 8,
          start_time: iso,
        },
      },
    }),
  },
];

// Cronofy.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "cronofy",
  name: "Cronofy",
  docs: "https://docs.cronofy.com/developers/api/push-notifications/",
  signatures: [bodyHmac("cronofy-hmac-sha256", { encoding: "base64", list: true })],
  secretFrom: "The client secret of the application.",
};

export const page: VendorPage = {
  notes: [
    "The header has one signature for each client secret that is active; one match is enough.",
    "A notification says that something changed; the events are to be fetched.",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "change",
    body: ({ iso }) => ({
      notification: { type: "change", changes_since: iso },
      channel: { channel_id: "chn_1", callback_url: "https://hooks.example.com/in", filters: {} },
    }),
  },
];

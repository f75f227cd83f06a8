// eBay notifications.
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "ebay",
  name: "eBay notifications",
  docs: "https://developer.ebay.com/marketplace-account-deletion",
  token: { query: "key" },
  handshake: "ebay",
  secretFrom: "Choose one, and add `?key=…` to the endpoint of the destination.",
};

export const page: VendorPage = {
  notes: [
    "eBay hashes the URL of the endpoint as you entered it, with `?key=…`: `publicUrl` is the same text.",
    "eBay also sends a signature, whose key is on the network; it is not checked.",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "MARKETPLACE_ACCOUNT_DELETION",
    body: ({ id, iso }) => ({
      metadata: { topic: "MARKETPLACE_ACCOUNT_DELETION", schemaVersion: "1.0", deprecated: false },
      notification: {
        notificationId: id,
        eventDate: iso,
        publishDate: iso,
        publishAttemptCount: 1,
        data: { username: "ben", userId: "ma8vp1jySJC", eiasToken: "nY+sHZ2PrBmdj6wVnY" },
      },
    }),
  },
];

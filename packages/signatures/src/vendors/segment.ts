// Segment.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "segment",
  name: "Segment",
  signatures: [bodyHmac("x-signature", { algorithm: "sha1" })],
};

export const samples: readonly Sample[] = [
  {
    event: "track",
    body: ({ id, iso }) => ({
      type: "track",
      messageId: id,
      userId: "1",
      event: "Order Completed",
      properties: { total: 25 },
      timestamp: iso,
    }),
  },
];

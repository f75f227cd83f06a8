// Pylon.
import { timedHmac } from "./shared/families.ts";
import type { Provider } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "pylon",
  name: "Pylon",
  docs: "https://getpylon.com/developers/guides/using-webhooks/",
  signatures: [
    timedHmac({
      signature: { header: "pylon-webhook-signature", prefix: "hs256=" },
      signed: "{timestamp}.{body}",
      timestamp: { header: "pylon-webhook-timestamp", unit: "s" },
    }),
  ],
  delivery: {
    ttlSeconds: 172_800,
    retries:
      "Tries up to five times within 31 hours; seven days of failures disable the destination.",
    on4xx: "repeats",
  },
  secretFrom: "The signing secret of the destination, shown once when it is created.",
};

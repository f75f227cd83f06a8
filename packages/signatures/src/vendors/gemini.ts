// Gemini.
import { standardWebhooks } from "./shared/families.ts";
import type { Provider, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = standardWebhooks("gemini", "Gemini", {
  delivery: {
    retries: "Tries for 24 hours, with growing waits between the tries.",
    on4xx: "repeats",
  },
  secretFrom: "Shown once when the webhook is created.",
  docs: "https://ai.google.dev/gemini-api/docs/webhooks",
});

export const page: VendorPage = {
  notes: ["Dynamic webhooks have a JWT instead, which is not checked."],
};

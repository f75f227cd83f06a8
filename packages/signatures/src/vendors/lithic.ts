// Lithic.
import { standardWebhooks } from "./shared/families.ts";
import type { Provider } from "./shared/vendor.ts";

export const provider: Provider = standardWebhooks("lithic", "Lithic", {
  secretFrom: "The secret of the subscription, in the dashboard: `whsec_…`.",
  docs: "https://docs.lithic.com/docs/events-api",
});

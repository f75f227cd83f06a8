// Svix.
import { SVIX, standardWebhooks } from "./shared/families.ts";
import type { Provider } from "./shared/vendor.ts";

export const provider: Provider = standardWebhooks("svix", "Svix", {
  deliveryMark: "id",
  docs: "https://docs.svix.com/receiving/verifying-payloads/how",
  signatures: SVIX,
  secretFrom: "The signing secret of the endpoint: `whsec_…`.",
});

// Etsy.
import { standardWebhooks } from "./shared/families.ts";
import type { Provider } from "./shared/vendor.ts";

export const provider: Provider = standardWebhooks("etsy", "Etsy", {
  docs: "https://developers.etsy.com/documentation/essentials/webhooks",
});

// Increase.
import { standardWebhooks } from "./shared/families.ts";
import type { Provider } from "./shared/vendor.ts";

export const provider: Provider = standardWebhooks("increase", "Increase", {
  docs: "https://increase.com/documentation/webhooks",
});

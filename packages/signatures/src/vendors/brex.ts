// Brex.
import { standardWebhooks } from "./shared/families.ts";
import type { Provider } from "./shared/vendor.ts";

export const provider: Provider = standardWebhooks("brex", "Brex", {
  docs: "https://developer.brex.com/docs/webhooks",
  secretFrom: "`GET /v1/webhooks/secrets` of the API: base64 without a prefix.",
});

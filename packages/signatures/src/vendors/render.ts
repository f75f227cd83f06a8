// Render.
import { standardWebhooks } from "./shared/families.ts";
import type { Provider } from "./shared/vendor.ts";

export const provider: Provider = standardWebhooks("render", "Render", {
  docs: "https://render.com/docs/webhooks",
});

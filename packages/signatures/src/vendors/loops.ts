// Loops.
import { standardWebhooks } from "./shared/families.ts";
import type { Provider } from "./shared/vendor.ts";

export const provider: Provider = standardWebhooks("loops", "Loops", {
  docs: "https://loops.so/docs/webhooks",
});

// Vanta.
import { SVIX, standardWebhooks } from "./shared/families.ts";
import type { Provider } from "./shared/vendor.ts";

export const provider: Provider = standardWebhooks("vanta", "Vanta", {
  docs: "https://developer.vanta.com/docs/webhooks",
  signatures: SVIX,
});

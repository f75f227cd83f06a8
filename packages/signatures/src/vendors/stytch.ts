// Stytch.
import { SVIX, standardWebhooks } from "./shared/families.ts";
import type { Provider } from "./shared/vendor.ts";

export const provider: Provider = standardWebhooks("stytch", "Stytch", {
  docs: "https://stytch.com/docs/guides/webhooks",
  signatures: SVIX,
});

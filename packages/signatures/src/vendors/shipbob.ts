// ShipBob.
import { standardWebhooks } from "./shared/families.ts";
import type { Provider } from "./shared/vendor.ts";

export const provider: Provider = standardWebhooks("shipbob", "ShipBob", {
  docs: "https://developer.shipbob.com/2026-01/webhooks",
});

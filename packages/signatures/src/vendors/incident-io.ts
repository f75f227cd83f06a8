// incident.io.
import { standardWebhooks } from "./shared/families.ts";
import type { Provider } from "./shared/vendor.ts";

export const provider: Provider = standardWebhooks("incident-io", "incident.io", {
  docs: "https://docs.incident.io/integrations/webhooks",
});

// Statsig.
import { versioned } from "./shared/families.ts";
import type { Provider } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "statsig",
  name: "Statsig",
  docs: "https://docs.statsig.com/integrations/event_webhook",
  secretFrom: "Project Settings, Integrations, the webhook.",
  signatures: [versioned("x-statsig-signature", "x-statsig-request-timestamp", "ms")],
};

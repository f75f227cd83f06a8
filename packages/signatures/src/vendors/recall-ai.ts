// Recall.ai.
import { standardWebhooks } from "./shared/families.ts";
import type { Provider } from "./shared/vendor.ts";

export const provider: Provider = standardWebhooks("recall-ai", "Recall.ai", {
  docs: "https://docs.recall.ai/docs/authenticating-requests-from-recallai",
});

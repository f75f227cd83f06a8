// Knock.
import { pairs } from "./shared/families.ts";
import type { Provider } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "knock",
  name: "Knock",
  docs: "https://docs.knock.app/developer-tools/outbound-webhooks/overview",
  delivery: {
    id: { json: "id" },
    idSigned: true,
    retries: "Tries up to 8 times after any answer that is not 2xx.",
    on4xx: "repeats",
  },
  secretFrom: "The signing secret of the webhook, in the dashboard; not the API key.",
  signatures: [
    pairs("x-knock-signature", {
      key: "s",
      encoding: "base64",
      timestamp: { pair: "t", unit: "ms" },
    }),
  ],
};

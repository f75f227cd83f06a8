// Ashby.
import { bodyHmac } from "./shared/families.ts";
import type { Provider } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "ashby",
  name: "Ashby",
  docs: "https://developers.ashbyhq.com/docs/authenticating-webhooks",
  delivery: {
    retries:
      "Sends a ping to a new webhook, and disables the webhook if the answer to the ping is 400 or higher.",
    on4xx: "disables",
  },
  secretFrom:
    "Admin, Integrations, Webhooks: the secret token that you set; without one nothing is signed.",
  signatures: [bodyHmac("ashby-signature", { prefix: "sha256=" })],
};

// Ashby.
import { bodyHmac } from "./shared/families.ts";
import type { Provider } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "ashby",
  name: "Ashby",
  docs: "https://developers.ashbyhq.com/docs/authenticating-webhooks",
  delivery: {
    retries: "An answer from 400 up to the ping of a new webhook disables it.",
    on4xx: "disables",
  },
  secretFrom:
    "Admin, Integrations, Webhooks: the secret token that you set; without one nothing is signed.",
  signatures: [bodyHmac("ashby-signature", { prefix: "sha256=" })],
};

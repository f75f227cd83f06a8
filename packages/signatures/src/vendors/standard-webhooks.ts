// Standard Webhooks.
import { standardScheme, standardWebhooks } from "./shared/families.ts";
import type { Provider } from "./shared/vendor.ts";

const SECRET = standardScheme("webhook");

export const provider: Provider = standardWebhooks("standard-webhooks", "Standard Webhooks", {
  aliases: ["standardwebhooks"],
  deliveryMark: "id",
  docs: "https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md",
  signatures: [
    SECRET,
    // The same message under a key pair.
    {
      ...SECRET,
      scheme: "publicKey",
      algorithm: "ed25519",
      key: "whpk",
      signature: { header: "webhook-signature", tagged: "v1a" },
    },
  ],
  secretFrom: "The signing secret that the sender shows: `whsec_…`; a public key is `whpk_…`.",
});

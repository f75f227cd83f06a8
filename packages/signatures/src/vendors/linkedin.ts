// LinkedIn.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "linkedin",
  name: "LinkedIn",
  delivery: {
    retries:
      "Tries every 5 minutes for up to 8 hours; three failed checks of the URL in a row block it.",
    on4xx: "repeats",
  },
  docs: "https://learn.microsoft.com/linkedin/shared/api-guide/webhook-validation",
  signatures: [{ ...bodyHmac("x-li-signature"), signed: "hmacsha256={body}" }],
  handshake: "linkedin",
  secretFrom: "The client secret of the app.",
};

export const page: VendorPage = {
  notes: [
    "An app with child applications has another client secret for each `applicationId`, and the question of the handshake names it. The answer is made with the newest secret of the hook: give each child application a hook of its own.",
  ],
};

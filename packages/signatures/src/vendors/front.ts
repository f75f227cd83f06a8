// Front.
import { timedHmac } from "./shared/families.ts";
import type { Provider, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "front",
  name: "Front",
  docs: "https://dev.frontapp.com/docs/application-webhooks",
  delivery: {
    retries: "Tries three times on 408, 429, 500 and late answers, and then disables the hook.",
  },
  handshake: "front",
  secretFrom: "The signing key of the app.",
  signatures: [
    timedHmac({
      signature: { header: "x-front-signature" },
      encoding: "base64",
      signed: "{timestamp}:{body}",
      timestamp: { header: "x-front-request-timestamp", unit: "ms" },
    }),
  ],
};

export const page: VendorPage = {
  notes: ["Older rule webhooks sign with SHA-1 over the body, which is not accepted."],
};

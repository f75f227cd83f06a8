// Hookdeck.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "hookdeck",
  name: "Hookdeck",
  docs: "https://hookdeck.com/docs/signature-verification",
  // The second header is there while a secret is replaced.
  signatures: [
    bodyHmac(["x-hookdeck-signature", "x-hookdeck-signature-2"], {
      all: true,
      encoding: "base64",
    }),
  ],
};

export const page: VendorPage = {
  notes: ["Hookdeck signs what it forwards; the signature of the first sender is ignored."],
};

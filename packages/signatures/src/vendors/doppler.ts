// Doppler.
import { bodyHmac } from "./shared/families.ts";
import type { Provider } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "doppler",
  name: "Doppler",
  signatures: [bodyHmac("x-doppler-signature", { prefix: "sha256=" })],
};

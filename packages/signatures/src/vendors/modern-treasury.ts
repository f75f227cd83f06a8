// Modern Treasury.
import { bodyHmac } from "./shared/families.ts";
import type { Provider } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "modern-treasury",
  name: "Modern Treasury",
  signatures: [bodyHmac("x-signature")],
};

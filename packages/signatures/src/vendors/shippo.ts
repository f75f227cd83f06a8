// Shippo.
import { pairs } from "./shared/families.ts";
import type { Provider } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "shippo",
  name: "Shippo",
  signatures: [pairs("shippo-auth-signature")],
};

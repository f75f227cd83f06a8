// Checkout.com.
import { bodyHmac } from "./shared/families.ts";
import type { Provider } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "checkout-com",
  name: "Checkout.com",
  signatures: [bodyHmac("cko-signature")],
};

// Affirm.
import { pairs } from "./shared/families.ts";
import type { Provider } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "affirm",
  name: "Affirm",
  docs: "https://docs.affirm.com/developers/docs/webhooks",
  signatures: [{ ...pairs("x-affirm-signature", { key: "v0" }), algorithm: "sha512" }],
};

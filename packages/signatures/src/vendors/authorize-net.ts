// Authorize.Net.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "authorize-net",
  name: "Authorize.Net",
  // The key is the text of 128 hexadecimal digits, not the bytes that they encode.
  signatures: [bodyHmac("x-anet-signature", { algorithm: "sha512", prefix: "sha512=" })],
  secretFrom: "Account, API Credentials & Keys, Signature Key.",
};

export const page: VendorPage = {
  notes: ["Signatures are in upper-case hexadecimal, which is read like lower-case."],
};

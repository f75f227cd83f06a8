// The name of a provider → its row in the table, or a problem with the name that was probably meant.
import { findNearestName } from "@hookwright/base";
import { PROVIDERS } from "../../vendors/generated/vendors.ts";
import type { Provider } from "../../vendors/shared/vendor.ts";
import { reportAuth, type WrittenAuth } from "./written-auth.ts";

export function findProvider(auth: WrittenAuth, written: string): Provider | undefined {
  const id = written.trim();
  const provider = PROVIDERS.find((one) => one.id === id);
  if (provider !== undefined) return provider;
  const message = `There is no provider "${id}".`;
  return reportAuth(auth, {
    code: "provider_unknown",
    at: ["provider"],
    message,
    hint: hintFor(id.toLowerCase().replaceAll(/[\s_.]+/g, "-")),
  });
}

/** Vendors whose proof is not implemented. */
const LATER: ReadonlySet<string> = new Set(["plaid", "paypal", "wise"]);

function hintFor(id: string): string {
  if (LATER.has(id)) {
    return 'Its proof comes with a later version. Until then, write { "verify": "name" } with a check of your own.';
  }
  const known = PROVIDERS.map((one) => one.id);
  const alias = PROVIDERS.find(({ aliases = [] }) => aliases.includes(id));
  const meant = alias?.id ?? findNearestName(id, known);
  return meant === undefined
    ? 'docs/signatures.md lists them; for any other sender, write "scheme": "hmac" and where its signature is.'
    : `Write "${meant}".`;
}

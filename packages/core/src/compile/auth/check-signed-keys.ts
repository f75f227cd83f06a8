// The keys beside a signature, and the schemes → whether the URL is there that is signed; and what has no effect.
import type { SignatureScheme } from "@hookwright/signatures";
import { reportAuth, type WrittenAuth } from "./auth-context.ts";

const URL = /^https?:\/\/[^\s/?#]+[^\s#]*$/i;

/** Never from a header: a sender or a proxy would choose what was signed. */
export function checkPublicUrl(auth: WrittenAuth, schemes: readonly SignatureScheme[]): boolean {
  const publicUrl = auth.input.publicUrl?.trim();
  const isSigned = schemes.some(({ signed }) => signed.includes("{url}"));
  if (publicUrl === undefined ? !isSigned : URL.test(publicUrl)) return true;
  const message =
    publicUrl === undefined
      ? "The vendor signs the URL of the hook, and the auth does not name it."
      : "The public URL is none.";
  const hint =
    'Write the URL as the vendor was given it: "publicUrl": "https://hooks.example.com/hooks/name".';
  const code = publicUrl === undefined ? "auth_incomplete" : "invalid_value";
  reportAuth(auth, { code, at: ["publicUrl"], message, hint });
  return false;
}

/** `header` is where tokens stand; people write it for the header of a signature. */
export function checkTokenKeys(auth: WrittenAuth): void {
  for (const key of ["header", "query", "json"] as const) {
    if (auth.input[key] === undefined) continue;
    const message = `"${key}" says where a token stands, and this auth checks a signature.`;
    const hint = 'Write "signature": { "header": … } for the header of a signature, or remove it.';
    const severity = "warning";
    reportAuth(auth, { code: "field_without_effect", at: [key], message, hint, severity });
  }
}

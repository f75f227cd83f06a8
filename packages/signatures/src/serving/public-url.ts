// A URL as the operator wrote it → whether it is one that a vendor signs.
import type { SignatureScheme } from "../model.ts";

/** Without a fragment, which no sender sends. */
const HTTP_URL: RegExp = /^https?:\/\/[^\s/?#]+[^\s#]*$/i;

export function isHttpUrl(text: string): boolean {
  return HTTP_URL.test(text);
}

/** Whether a URL that is signed is named, and what is named is a URL. */
export function hasSignedUrl(
  schemes: readonly Pick<SignatureScheme, "signed">[],
  publicUrl: string | undefined,
): boolean {
  if (publicUrl !== undefined) return isHttpUrl(publicUrl);
  return !schemes.some(({ signed }) => signed.includes("{url}"));
}

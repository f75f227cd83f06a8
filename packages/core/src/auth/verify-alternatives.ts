// The schemes of a sender → the check of one request by the first of them whose signature it has.
import { readHeader } from "../data/read-header.ts";
import type { AuthResult } from "../model/auth/route-auth.ts";
import type { PromiseOrValue } from "../model/resolution.ts";
import { signatureHeaders } from "./read-signatures.ts";
import { type CompiledScheme, type VerifyContext, verifySignature } from "./verify-signature.ts";

/** Schemes are never mixed: the id, time stamp and signature of a request are of one and the same. */
export function verifyAlternatives(
  schemes: readonly CompiledScheme[],
  context: VerifyContext,
): PromiseOrValue<AuthResult> {
  const { headers } = context.request;
  const isSent = (name: string) => readHeader(headers, name) !== undefined;
  const scheme = schemes.find(({ place }) => signatureHeaders(place).some(isSent));
  if (scheme === undefined) return { ok: false, code: "signature_missing" };
  return verifySignature(scheme, context);
}

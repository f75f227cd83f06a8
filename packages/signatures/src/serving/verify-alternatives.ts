// The schemes of a sender → the check of one request by the first of them whose signature it has.
import {
  type HeaderRecord,
  isPromiseLike,
  type PromiseOrValue,
  readHeader,
} from "@hookwright/base";
import type { AuthRequest, AuthResult, SignatureLocation, Verifier } from "../model.ts";
import { signatureHeaders } from "./read-signatures.ts";
import { type CompiledScheme, type VerifyContext, verifySignature } from "./verify-signature.ts";

/** Schemes are never mixed: the id, time stamp and signature of a request are of one and the same. */
export function verifyAlternatives(
  schemes: readonly CompiledScheme[],
  context: VerifyContext,
): PromiseOrValue<AuthResult> {
  const { headers } = context.request;
  const scheme = schemes.find(({ place }) => isSentAt(place, headers));
  if (scheme === undefined) return { ok: false, code: "signature_missing" };
  return verifySignature(scheme, context);
}

/** Whether a signature header of this scheme came. */
export function isSentAt(place: SignatureLocation, headers: HeaderRecord): boolean {
  return signatureHeaders(place).some((name) => readHeader(headers, name) !== undefined);
}

const REFUSED: AuthResult = { ok: false, code: "verifier_refused" };

/** A check that fails has accepted nothing. */
export function runVerifier(verifier: Verifier, request: AuthRequest): PromiseOrValue<AuthResult> {
  try {
    const result = verifier(request);
    return isPromiseLike(result) ? result.then(resultOf, () => REFUSED) : resultOf(result);
  } catch {
    return REFUSED;
  }
}

/** Only `true`: a function that returns its argument accepts nothing. */
function resultOf(answer: unknown): AuthResult {
  return answer === true ? { ok: true, keyIndex: 0 } : REFUSED;
}

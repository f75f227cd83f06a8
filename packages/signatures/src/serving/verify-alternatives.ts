// The schemes of a sender → the check of one request by the first of them whose signature it has.
import { isPromiseLike, type PromiseOrValue } from "@hookwright/base";
import type { AuthRequest, AuthResult, Verifier } from "../model.ts";
import { isSentAt } from "./read-signatures.ts";
import { type CompiledScheme, type VerifyContext, verifySignature } from "./verify-signature.ts";

/** Schemes are never mixed: the id, time stamp and signature of a request are of one and the same. */
export function verifyAlternatives(
  schemes: readonly CompiledScheme[],
  context: VerifyContext,
): PromiseOrValue<AuthResult> {
  const scheme = schemes.find(({ place }) => isSentAt(place, context.request));
  if (scheme === undefined) return { ok: false, code: "signature_missing" };
  return verifySignature(scheme, context);
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

// The integrator's own check and a request → whether it accepts it. Never throws and never rejects.

import type { PromiseOrValue } from "@hookwright/base";
import { isPromiseLike } from "@hookwright/base";
import type { AuthRequest, AuthResult, Verifier } from "./model.ts";

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

/** `true` alone: a function that gives back what it was given accepts nothing. */
function resultOf(answer: unknown): AuthResult {
  return answer === true ? { ok: true, keyIndex: 0 } : REFUSED;
}

// How a route authenticates, and one request → what the gates make of it, step by step. For commands and
// tests: a gate that explained what it refused would make a wrong request cost more than a right one.
import type { AuthFailureCode, AuthRequest, CheckInputs, RouteAuth } from "../../model.ts";
import {
  type CompiledTokenLocation,
  compileTokenLocation,
  readTokens,
} from "../../serving/verify-token.ts";
import { explainSignature } from "./explain-signature.ts";
import type { CheckExplanation, TokenComparison, TokenTrace } from "./explanation.ts";

/**
 * Explains why a request passes the `auth` of its name, or does not. Never throws, and shows no secret.
 *
 * @example
 * ```ts
 * const auth = hooks.endpoint("github")?.auth;
 * const { passes, code, signature } = await explainCheck(auth, request);
 * // false, "signature_wrong", { candidates: [{ matches: [false], … }], guesses: [], … }
 * ```
 */
export async function explainCheck(
  auth: RouteAuth,
  request: AuthRequest,
): Promise<CheckExplanation> {
  const { inputs } = auth;
  return {
    ...(await checkAll(auth, request)),
    signature: inputs?.kind === "signature" ? await explainSignature(inputs, request) : undefined,
    token: inputs?.kind === "token" ? explainToken(inputs, request) : undefined,
  };
}

type CheckOutcome = Pick<CheckExplanation, "passes" | "code" | "keyIndex" | "handshake">;

/** The check and the handshake, in the order in which the server runs them. */
async function checkAll(auth: RouteAuth, request: AuthRequest): Promise<CheckOutcome> {
  const { handshake, check } = auth;
  const result =
    request.method === "POST"
      ? await check(request)
      : ({ ok: false, code: "handshake_wrong" } as const);
  const asks = result.ok || handshake?.isSigned === false || request.method !== "POST";
  const answer = asks ? await handshake?.answer(request) : undefined;
  if (answer !== undefined) {
    return { passes: true, code: undefined, keyIndex: undefined, handshake: handshake?.name };
  }
  if (!result.ok) return refused(result.code);
  // The handshake would sign this text for any caller.
  if (handshake?.wouldSign(result.signed ?? []) === true) return refused("signature_wrong");
  return { passes: true, code: undefined, keyIndex: result.keyIndex, handshake: undefined };
}

function refused(code: AuthFailureCode): CheckOutcome {
  return { passes: false, code, keyIndex: undefined, handshake: undefined };
}

type TokenInputs = Extract<CheckInputs, { readonly kind: "token" }>;

/** What a check of tokens was compiled from, and a request → how what was sent differs from what is right. */
function explainToken({ place, tokens }: TokenInputs, request: AuthRequest): TokenTrace {
  // The route would not be there if its place were none.
  const sent = readTokens(compileTokenLocation(place) as CompiledTokenLocation, request);
  const right = tokens();
  return { place, comparisons: sent.map((text) => right.map((token) => compare(text, token))) };
}

function compare(sent: string, right: string): TokenComparison {
  if (sent === right) return "equal";
  if (sent.trim() === right.trim()) return "white-space";
  if (sent.toLowerCase() === right.toLowerCase()) return "case";
  if (sent.endsWith(right)) return "has-prefix";
  if (sent !== "" && right.endsWith(sent)) return "lacks-prefix";
  if (sent.length > right.length) return "longer";
  return sent.length < right.length ? "shorter" : "differs";
}

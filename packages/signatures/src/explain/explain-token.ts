// What a check of tokens was compiled from, and a request → how what was sent differs from what is right.
import type { AuthRequest, CheckInputs } from "../model.ts";
import { type CompiledTokenPlace, compileTokenPlace, readTokens } from "../verify-token.ts";
import type { TokenComparison, TokenTrace } from "./explanation.ts";

export type TokenInputs = Extract<CheckInputs, { readonly kind: "token" }>;

export function explainToken({ place, tokens }: TokenInputs, request: AuthRequest): TokenTrace {
  // The route would not be there if its place were none.
  const sent = readTokens(compileTokenPlace(place) as CompiledTokenPlace, request);
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

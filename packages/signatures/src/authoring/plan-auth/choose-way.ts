// The keys of an `auth` and its provider → the one way of proof that they mean; or a problem.
import type { Provider } from "../../vendors/shared/vendor.ts";
import type { AuthInput } from "./auth-input.ts";
import { reportAuth, type WrittenAuth } from "./written-auth.ts";

/**
 * `secret` signs, `publicKey` verifies, `token` is compared, `verify` names the integrator's check. Keys at
 * `jwks`, and those of messages of `topics`, are fetched.
 */
export type ProofWay = "secret" | "publicKey" | "token" | "verify" | "jwks" | "topics";

export function chooseWay(auth: WrittenAuth, provider: Provider | undefined): ProofWay | undefined {
  const written = waysIn(auth.input);
  const ways = written.length === 0 ? fetchedWaysOf(provider) : written;
  const [way, other] = ways;
  if (way === undefined) return reportNone(auth, provider);
  if (other !== undefined) {
    const message = `The auth names two ways of proof: "${way}" and "${other}".`;
    const hint = "Write one of them: a sender proves who it is in one way.";
    return reportAuth(auth, { code: "auth_ambiguous", message, hint });
  }
  if (provider === undefined) return checkCustom(auth, way);
  if (auth.input.scheme !== undefined) {
    const message = `The provider "${provider.id}" has its own scheme.`;
    const hint = 'Remove "scheme", or "provider".';
    return reportAuth(auth, { code: "auth_ambiguous", at: ["scheme"], message, hint });
  }
  return way === "verify" || waysOf(provider).includes(way) || hasOwnPlace(auth.input, way)
    ? way
    : reportOther(auth, way, provider);
}

function waysIn(input: AuthInput): readonly ProofWay[] {
  const { secret, secrets, publicKey, token, tokens, basic, verify, jwks, topics } = input;
  const has = (...values: readonly unknown[]) => values.some((value) => value !== undefined);
  return [
    ...(has(secret, secrets) ? (["secret"] as const) : []),
    ...(has(publicKey) ? (["publicKey"] as const) : []),
    ...(has(token, tokens, basic) ? (["token"] as const) : []),
    ...(has(verify) ? (["verify"] as const) : []),
    ...(has(jwks) ? (["jwks"] as const) : []),
    ...(has(topics) ? (["topics"] as const) : []),
  ];
}

/** These vendors publish their keys, so that the config has none. */
function fetchedWaysOf({ jwt, message }: Partial<Provider> = {}): readonly ProofWay[] {
  if (jwt?.jwks !== undefined) return ["jwks"];
  return message === "sns" ? ["topics"] : [];
}

function waysOf(provider: Provider): readonly ProofWay[] {
  const fetched = fetchedWaysOf(provider);
  if (fetched.length > 0) return fetched;
  const { signatures = [], token, jwt, message } = provider;
  const hasScheme = (kind: string) => signatures.some(({ scheme }) => scheme === kind);
  return [
    ...(hasScheme("hmac") || (jwt ?? message) !== undefined ? (["secret"] as const) : []),
    ...(hasScheme("publicKey") ? (["publicKey"] as const) : []),
    ...(token === undefined ? [] : (["token"] as const)),
  ];
}

/** A vendor may send a header that its operator chose. */
function hasOwnPlace({ header, query, json, basic }: AuthInput, way: ProofWay): boolean {
  return way === "token" && [header, query, json, basic].some((place) => place !== undefined);
}

/** What `scheme` may be for each way, and what to write for another one. */
const CUSTOM: Readonly<Record<Exclude<ProofWay, "token" | "verify">, readonly [RegExp, string]>> = {
  secret: [/^(?:hmac|jwt)$/, signatureHint("hmac")],
  publicKey: [/^(?:publicKey|jwt)$/, signatureHint("publicKey")],
  jwks: [/^jwt$/, 'Write "scheme": "jwt".'],
  topics: [/^(?!)/, 'Write "provider": "sns".'],
};

function signatureHint(scheme: string): string {
  return `Write "provider": "github", or "scheme": "${scheme}" and where the signature is.`;
}

function checkCustom(auth: WrittenAuth, way: ProofWay): ProofWay | undefined {
  if (way === "token" || way === "verify") return way;
  const [schemes, hint] = CUSTOM[way];
  if (schemes.test(auth.input.scheme ?? "")) return way;
  const message = `A "${way}" needs a provider, or a scheme of its own.`;
  return reportAuth(auth, { code: "auth_incomplete", at: [way], message, hint });
}

function reportNone(auth: WrittenAuth, provider: Provider | undefined): undefined {
  const ways = provider === undefined ? ["secret", "publicKey", "token"] : waysOf(provider);
  const message = "The auth has no secret, so no sender could prove who it is.";
  const hint = `Write ${ways.map((way) => `"${way}"`).join(" or ")}${whereFrom(provider)}`;
  return reportAuth(auth, { code: "auth_incomplete", message, hint });
}

function reportOther(auth: WrittenAuth, way: ProofWay, provider: Provider): undefined {
  const [first = ""] = waysOf(provider);
  // The vendor publishes the keys: what the config has to say is for whom tokens must be.
  const own = first === "jwks" ? "audience" : first;
  const message = `${provider.name} proves itself by a "${own}", not by a "${way}".`;
  const hint = `Write "${own}"${whereFrom(provider)}`;
  return reportAuth(auth, { code: "auth_incomplete", at: [way], message, hint });
}

function whereFrom(provider: Provider | undefined): string {
  return provider?.secretFrom === undefined ? "." : `. Where to find it: ${provider.secretFrom}`;
}

// An `auth` of tokens, and its provider → the claims, keys and bindings by which they are checked; what is wrong is reported.
import type { JwtPlan } from "../../auth-plan.ts";
import type { JwtAlgorithm, JwtScheme } from "../../model.ts";
import type { Provider } from "../../vendors/shared/vendor.ts";
import type { AuthInput } from "./auth-input.ts";
import { checkEffects, checkJwksUrl, checkUrls, reportWithoutEffect } from "./check-effects.ts";
import { listSecrets, reportAuth, type WrittenAuth } from "./written-auth.ts";

/** Two machines whose clocks are set by NTP differ by less. */
const LEEWAY_SECONDS = 60;

/** Undefined if something is wrong, which is reported. */
export function planJwt(
  auth: WrittenAuth,
  provider: Provider | undefined,
  way: JwtWay,
):
  | Pick<JwtPlan, "kind" | "scheme" | "leewaySeconds" | "baseUrl" | "keys" | "delivery">
  | undefined {
  const { baseUrl } = auth.input;
  const leewaySeconds =
    auth.input.toleranceSeconds ?? provider?.tokens?.leewaySeconds ?? LEEWAY_SECONDS;
  const scheme = composeJwt(auth, provider?.jwt, way);
  checkEffects(auth, "jwt");
  if (scheme === undefined || !checkUrls(auth) || !checkPublished(auth, provider)) {
    return undefined;
  }
  const keys = planKeys(auth, scheme, way);
  if (keys === undefined) return undefined;
  const { binds } = scheme;
  const isBound = binds?.of === "body" && !binds.isOptional;
  const delivery = isBound
    ? provider?.delivery
    : { ...provider?.delivery, bodyBound: false as const };
  return {
    kind: "jwt",
    scheme,
    leewaySeconds,
    ...(baseUrl !== undefined && { baseUrl: baseUrl.trim() }),
    keys,
    ...(delivery !== undefined && { delivery }),
  };
}

function planKeys(
  auth: WrittenAuth,
  { jwks = "", algorithms: [algorithm] }: JwtScheme,
  way: JwtWay,
): JwtPlan["keys"] | undefined {
  if (way === "jwks") return checkJwksUrl(auth, jwks) ? { from: "jwks", url: jwks } : undefined;
  const form = algorithm === "HS256" ? (auth.input.key ?? "utf8") : "spki";
  return { from: "config", secrets: listSecrets(auth.input, way), form };
}

/** Issuers that publish their keys sign tokens for all of their customers. */
function checkPublished(auth: WrittenAuth, provider: Provider | undefined): boolean {
  const requires = provider?.tokens?.requires;
  if (requires?.email === undefined && auth.input.email !== undefined) {
    reportWithoutEffect(auth, "email");
  }
  const missing = (["audience", "email"] as const).flatMap((key) => {
    const hint = auth.input[key] === undefined ? requires?.[key] : undefined;
    return hint === undefined ? [] : [{ key, hint }];
  });
  for (const { key, hint } of missing) {
    const message = `${provider?.name} needs "${key}": anyone can get tokens of its issuer.`;
    reportAuth(auth, { code: "auth_incomplete", at: [key], message, hint });
  }
  return missing.length === 0;
}

const CUSTOM: JwtScheme = {
  scheme: "jwt",
  algorithms: [],
  header: "authorization",
  prefix: "Bearer ",
  issuers: [],
  audiences: [],
  claims: {},
};

export type JwtWay = "secret" | "publicKey" | "jwks";

/** What each way can verify. The first is the default. */
const ALGORITHMS: Readonly<Record<JwtWay, readonly JwtAlgorithm[]>> = {
  secret: ["HS256"],
  publicKey: ["RS256", "ES256"],
  jwks: ["RS256", "ES256"],
};

/** Undefined if something is wrong, which is reported. */
function composeJwt(
  auth: WrittenAuth,
  row: JwtScheme | undefined,
  way: JwtWay,
): JwtScheme | undefined {
  const { input } = auth;
  const base = row ?? CUSTOM;
  const algorithms = chooseAlgorithms(auth, way);
  if (algorithms === undefined) return undefined;
  const { bodyHashClaim, issuer, audience, email, jwks = base.jwks } = input;
  return {
    ...base,
    ...placeOf(base, input),
    algorithms,
    issuers: issuer === undefined ? base.issuers : listOf(issuer),
    audiences: audience === undefined ? base.audiences : listOf(audience),
    claims: { ...base.claims, ...input.claims, ...(email !== undefined && { email }) },
    ...(jwks !== undefined && { jwks: jwks.trim() }),
    ...(bodyHashClaim !== undefined && { binds: { claim: bodyHashClaim, of: "body" } }),
  };
}

function chooseAlgorithms(auth: WrittenAuth, way: JwtWay): readonly JwtAlgorithm[] | undefined {
  const possible = ALGORITHMS[way];
  const { algorithm, algorithms } = auth.input;
  if (way === "jwks" && algorithms !== undefined) return algorithms;
  if (algorithm === undefined) return possible.slice(0, 1);
  const chosen = possible.find((one) => one === algorithm);
  if (chosen !== undefined) return [chosen];
  const message = `Tokens that a "${way}" verifies are not signed with ${algorithm}.`;
  const hint = `Write ${possible.map((one) => `"${one}"`).join(" or ")}, or leave it out.`;
  return reportAuth(auth, { code: "auth_scheme_invalid", at: ["algorithm"], message, hint });
}

/** A header of the config has only the token, except `authorization`, which has `Bearer` before it. */
function placeOf(base: JwtScheme, { header: written }: AuthInput) {
  if (written === undefined) return { header: base.header, prefix: base.prefix };
  const header = written.trim().toLowerCase();
  if (header === base.header) return { header, prefix: base.prefix };
  return { header, prefix: header === "authorization" ? "Bearer " : "" };
}

function listOf(value: string | readonly string[]): readonly string[] {
  return typeof value === "string" ? [value] : value;
}

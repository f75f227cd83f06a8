// An `auth` of tokens, and its provider → how requests are checked by them; what is wrong is reported.
import type { JwtAlgorithm, JwtScheme, Provider } from "@hookwright/signatures";
import {
  type CompiledJwt,
  createJwksKeys,
  createJwtKey,
  createStaticKeys,
  type FindKeys,
  PUBLIC_KEYS,
  pathOfUrl,
  type RouteAuth,
  verifyJwt,
} from "@hookwright/signatures/runtime";
import type { AuthInput } from "../../config/index.ts";
import { reportAuth, type WrittenAuth } from "./auth-context.ts";
import { needKeyService, secretPlacesOf } from "./auth-facts.ts";
import { checkAuthEffects, checkJwksUrl, checkUrls, reportWithoutEffect } from "./check-auth.ts";
import { decodeAuthKeys, readAuthSecrets } from "./read-auth-secrets.ts";

interface JwtRoute
  extends Pick<RouteAuth, "kind" | "needsBody" | "check" | "delivery" | "secretPlaces"> {
  readonly signsQuery: boolean;
}

/** Two machines whose clocks are set by NTP differ by less. */
const LEEWAY_SECONDS = 60;

export function compileJwt(
  auth: WrittenAuth,
  provider: Provider | undefined,
  way: JwtWay,
): JwtRoute | undefined {
  const { crypto } = auth.context;
  const { toleranceSeconds: leewaySeconds = LEEWAY_SECONDS, publicUrl, baseUrl } = auth.input;
  const scheme = composeJwt(auth, provider?.jwt, way);
  checkAuthEffects(auth, "jwt");
  if (scheme === undefined || !checkUrls(auth) || !checkPublished(auth, provider)) {
    return undefined;
  }
  const findKeys = way === "jwks" ? compileJwks(auth, scheme) : compileKeys(auth, scheme, way);
  if (findKeys === undefined) return undefined;
  const paths = {
    publicPath: publicUrl === undefined ? undefined : pathOfUrl(publicUrl),
    basePath: baseUrl === undefined ? "" : pathOfUrl(baseUrl).replace(/\/$/, ""),
  };
  const compiled: CompiledJwt = { scheme, leewaySeconds, findKeys, crypto, paths };
  const { binds, header } = scheme;
  const isBound = binds?.of === "body" && !binds.isOptional;
  return {
    kind: "jwt",
    needsBody: binds?.of === "body",
    check: (request) => verifyJwt(compiled, request),
    signsQuery: binds?.of === "query",
    delivery: isBound ? provider?.delivery : { ...provider?.delivery, bodyBound: false },
    // Whoever reads a token can send it until it ends.
    secretPlaces: secretPlacesOf([provider?.token, { header }]),
  };
}

/**
 * Google signs tokens for everybody who has a service account, with any audience that they choose: only
 * the email tells whose subscription it is.
 */
function checkPublished(auth: WrittenAuth, provider: Provider | undefined): boolean {
  const isPublished = provider?.jwt?.jwks !== undefined;
  if (!isPublished) {
    if (auth.input.email !== undefined) reportWithoutEffect(auth, "email");
    return true;
  }
  const missing = (["audience", "email"] as const).filter((key) => auth.input[key] === undefined);
  for (const key of missing) {
    const message = `${provider?.name} needs "${key}": everybody can have tokens of its issuer.`;
    const hint = HINTS[key];
    reportAuth(auth, { code: "auth_incomplete", at: [key], message, hint });
  }
  return missing.length === 0;
}

const HINTS = {
  audience: "Write the audience that you set on the push subscription, under Authentication.",
  email: "Write the email of the service account that you set there.",
};

function compileJwks(
  auth: WrittenAuth,
  { jwks = "", algorithms }: JwtScheme,
): FindKeys | undefined {
  if (!checkJwksUrl(auth, jwks)) return undefined;
  const service = needKeyService(auth);
  const { crypto } = auth.context;
  return service && createJwksKeys(jwks, { service, crypto, algorithms });
}

function compileKeys(
  auth: WrittenAuth,
  { algorithms }: JwtScheme,
  way: "secret" | "publicKey",
): FindKeys | undefined {
  const [algorithm] = algorithms as [JwtAlgorithm];
  const secrets = readAuthSecrets(auth, way);
  const form =
    algorithm === "HS256"
      ? { key: auth.input.key ?? "utf8", algorithm: "sha256" as const }
      : { key: "spki" as const, algorithm: PUBLIC_KEYS[algorithm] };
  const decoded = decodeAuthKeys(auth, secrets, form);
  try {
    const keys = decoded.map((key) => createJwtKey(algorithm, key, auth.context.crypto));
    return createStaticKeys(keys);
  } catch {
    const message = "The runtime cannot use a key of this auth.";
    const hint = "Copy it once more from where the vendor shows it.";
    return reportAuth(auth, { code: "secret_malformed", message, hint });
  }
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

/** Undefined where something is wrong, which is reported. */
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

/** A header of the config's own has the token alone, but `authorization` has `Bearer` before it. */
function placeOf(base: JwtScheme, { header: written }: AuthInput) {
  if (written === undefined) return { header: base.header, prefix: base.prefix };
  const header = written.trim().toLowerCase();
  if (header === base.header) return { header, prefix: base.prefix };
  return { header, prefix: header === "authorization" ? "Bearer " : "" };
}

function listOf(value: string | readonly string[]): readonly string[] {
  return typeof value === "string" ? [value] : value;
}

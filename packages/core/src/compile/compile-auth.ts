// All mappings → how requests of each name with an `auth` are authenticated; what is wrong is reported.
import { compileScheme, type SchemeKeys } from "../auth/compile-scheme.ts";
import { runVerifier } from "../auth/run-verifier.ts";
import { verifyAlternatives } from "../auth/verify-alternatives.ts";
import type { CompiledScheme } from "../auth/verify-signature.ts";
import { verifyToken } from "../auth/verify-token.ts";
import { createWebCrypto } from "../auth/web-crypto.ts";
import { readOwn } from "../data/path.ts";
import { runtimeSubtle } from "../data/runtime.ts";
import type {
  CryptoPort,
  Provider,
  RouteAuth,
  SecretPlaces,
  SignatureScheme,
  TokenPlace,
  Verifier,
} from "../model/auth/route-auth.ts";
import type { Mapping } from "../model/mapping.ts";
import { hintNearestName } from "../problem/nearest-name.ts";
import { createProblem, type IsIncomplete } from "../problem/problem.ts";
import { type AuthContext, reportAuth, type WrittenAuth } from "./auth/auth-context.ts";
import { deliveryOf, secretPlacesOf } from "./auth/auth-facts.ts";
import { checkAuthNames, type NamedAuth } from "./auth/check-auth-names.ts";
import { checkPublicUrl, checkTokenKeys } from "./auth/check-signed-keys.ts";
import { chooseWay, type Way } from "./auth/choose-way.ts";
import { compileHandshake } from "./auth/compile-handshake.ts";
import { composeSchemes } from "./auth/compose-schemes.ts";
import { composeTokenPlace, composeTokens } from "./auth/compose-token.ts";
import { findProvider } from "./auth/find-provider.ts";
import { type AuthSecret, decodeAuthKeys, readAuthSecrets } from "./auth/read-auth-secrets.ts";

export interface AuthOptions extends Omit<AuthContext, "crypto"> {
  /** Default: that of the runtime. */
  readonly crypto: CryptoPort | undefined;
}

export function compileAuths(
  mappings: readonly Mapping[],
  isIncomplete: IsIncomplete,
  options: AuthOptions,
): ReadonlyMap<string, RouteAuth> {
  const named = checkAuthNames(mappings, isIncomplete, options.report);
  const context = { ...options, crypto: options.crypto ?? createWebCrypto(runtimeSubtle()) };
  const compiled = named.flatMap((one) => {
    const auth = compileAuth(one, context);
    return auth === undefined ? [] : [[one.name, auth] as const];
  });
  return new Map(compiled);
}

function compileAuth(
  { name, auth, mapping }: NamedAuth,
  context: AuthContext,
): RouteAuth | undefined {
  const path = [...mapping.configPath, "auth"];
  const { id, written, orToken } = auth;
  if (written === "none") {
    const message = `Everybody can send events to "${name}".`;
    const hint = "Give it a provider, or a token, as soon as the sender can prove who it is.";
    context.report(createProblem("auth_open", path, message, { severity: "warning", hint }));
    return { ...OPEN, id };
  }
  const found = { input: written, path, context };
  const route = compileWritten(found);
  return route && { ...route, id, orToken };
}

const NO_SECRETS: SecretPlaces = { headers: [], query: [], body: [] };

const OPEN: Omit<RouteAuth, "id"> = {
  kind: "none",
  orToken: false,
  needsBody: false,
  check: () => ({ ok: true, keyIndex: 0 }),
  provider: undefined,
  delivery: undefined,
  secretPlaces: NO_SECRETS,
};

type WrittenRoute = Omit<RouteAuth, "id" | "orToken">;

function compileWritten(auth: WrittenAuth): WrittenRoute | undefined {
  const { provider: name } = auth.input;
  const provider = name === undefined ? undefined : findProvider(auth, name);
  if (name !== undefined && provider === undefined) return undefined;
  const way = chooseWay(auth, provider);
  return way && COMPILERS[way](auth, provider);
}

type CompileWay = (auth: WrittenAuth, provider: Provider | undefined) => WrittenRoute | undefined;

const COMPILERS: Readonly<Record<Way, CompileWay>> = {
  secret: (auth, provider) => compileSigned(auth, provider, "secret"),
  publicKey: (auth, provider) => compileSigned(auth, provider, "publicKey"),
  token: compileToken,
  verify: compileVerifier,
};

function compileSigned(
  auth: WrittenAuth,
  provider: Provider | undefined,
  way: "secret" | "publicKey",
): WrittenRoute | undefined {
  const { crypto } = auth.context;
  const schemes = composeSchemes(auth, way === "secret" ? "hmac" : way, provider);
  if (schemes === undefined || !checkPublicUrl(auth, schemes)) return undefined;
  checkTokenKeys(auth);
  const secrets = readAuthSecrets(auth, way);
  const publicUrl = auth.input.publicUrl?.trim();
  // The schemes of a vendor have one form of keys, and differ in their headers.
  const keys = decodeAuthKeys(auth, secrets, schemes[0] as SignatureScheme);
  const compiled = compileSchemes(auth, schemes, { crypto, keys, publicUrl });
  if (compiled === undefined) return undefined;
  return {
    kind: "signature",
    needsBody: true,
    check: (request) => verifyAlternatives(compiled, { request, crypto }),
    inputs: {
      kind: "signature",
      schemes,
      publicUrl,
      crypto,
      secrets: () => secrets.map(({ text }) => text),
    },
    ...partsOf(auth, provider, { secrets: way === "secret" ? secrets : [] }),
    delivery: deliveryOf(provider, schemes),
  };
}

/** A runtime may refuse a key that looks right. */
function compileSchemes(
  auth: WrittenAuth,
  schemes: readonly SignatureScheme[],
  keys: SchemeKeys,
): readonly CompiledScheme[] | undefined {
  try {
    return schemes.map((scheme) => compileScheme(scheme, keys));
  } catch {
    const message = "The runtime cannot use a key of this auth.";
    const hint = "Copy it once more from where the vendor shows it.";
    return reportAuth(auth, { code: "secret_malformed", message, hint });
  }
}

function compileToken(auth: WrittenAuth, provider: Provider | undefined): WrittenRoute | undefined {
  const place = composeTokenPlace(auth, provider);
  if (place === undefined) return undefined;
  const token = { place: place.compiled, tokens: composeTokens(auth) };
  return {
    kind: "token",
    needsBody: token.place.kind === "body",
    check: (request) => verifyToken(token, request),
    inputs: { kind: "token", place: place.written, tokens: () => token.tokens },
    ...partsOf(auth, provider, { secrets: [], place: place.written }),
  };
}

function compileVerifier(
  auth: WrittenAuth,
  provider: Provider | undefined,
): WrittenRoute | undefined {
  const { verifiers } = auth.context;
  const name = auth.input.verify as string;
  const verifier = readOwn(verifiers, name);
  if (typeof verifier !== "function") {
    const names = Object.keys(verifiers);
    const message = `The verifier "${name}" was not passed.`;
    const hint =
      names.length === 0
        ? `Pass it: compileHooks(config, { verifiers: { ${JSON.stringify(name)}: … } }).`
        : hintNearestName(name, names);
    return reportAuth(auth, { code: "verifier_unknown", at: ["verify"], message, hint });
  }
  return {
    kind: "verifier",
    needsBody: true,
    check: (request) => runVerifier(verifier as Verifier, request),
    ...partsOf(auth, provider, { secrets: [] }),
  };
}

/** What every way has beside its check. */
function partsOf(
  auth: WrittenAuth,
  provider: Provider | undefined,
  { secrets, place }: { readonly secrets: readonly AuthSecret[]; readonly place?: TokenPlace },
): Pick<WrittenRoute, "provider" | "delivery" | "secretPlaces" | "handshake"> {
  const handshake = compileHandshake(auth, provider, secrets);
  return {
    provider,
    delivery: provider?.delivery,
    secretPlaces: secretPlacesOf([provider?.token, place]),
    ...(handshake !== undefined && { handshake }),
  };
}

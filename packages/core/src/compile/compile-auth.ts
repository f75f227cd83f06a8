// All mappings → how requests of each name with an `auth` are authenticated; what is wrong is reported.

import { hintNearestName, parseOrigin, parsePath, readOwn } from "@hookwright/base";
import type { Provider, TokenPlace } from "@hookwright/signatures";
import type { RouteAuth, SecretPlaces, Verifier } from "@hookwright/signatures/internal";
import { runVerifier, verifyToken } from "@hookwright/signatures/internal";
import { createProblem, type IsIncomplete } from "../base/index.ts";
import type { Mapping } from "../config/index.ts";
import { type AuthContext, reportAuth, type WrittenAuth } from "./auth/auth-context.ts";
import { secretPlacesOf } from "./auth/auth-facts.ts";
import { checkAuthEffects } from "./auth/check-auth-effects.ts";
import { checkAuthNames, type NamedAuth } from "./auth/check-auth-names.ts";
import { createSharedSecretCheck } from "./auth/check-shared-secret.ts";
import { chooseWay, type Way } from "./auth/choose-way.ts";
import { compileHandshake, type HandshakeParts } from "./auth/compile-handshake.ts";
import { compileJwt } from "./auth/compile-jwt.ts";
import { compileMessage } from "./auth/compile-message.ts";
import { compileSignatures } from "./auth/compile-signatures.ts";
import type { JwtWay } from "./auth/compose-jwt.ts";
import { composeTokenPlace, composeTokens } from "./auth/compose-token.ts";
import { findProvider } from "./auth/find-provider.ts";

export interface AuthOptions extends Omit<AuthContext, "checkSharedSecret"> {
  /** Those of the hooks. */
  readonly tokens: readonly string[];
}

export function compileAuths(
  mappings: readonly Mapping[],
  isIncomplete: IsIncomplete,
  options: AuthOptions,
): ReadonlyMap<string, RouteAuth> {
  const named = checkAuthNames(mappings, isIncomplete, options.report);
  const checkSharedSecret = createSharedSecretCheck(options.tokens, options.report);
  const publicHosts = listPublicHosts(named);
  const context = { ...options, checkSharedSecret, publicHosts };
  const compiled = named.flatMap((one) => {
    const auth = compileAuth(one, context);
    return auth === undefined ? [] : [[one.name, auth] as const];
  });
  return new Map(compiled);
}

/** Behind a proxy, the host of a request may not be the one that senders see. */
function listPublicHosts(named: readonly NamedAuth[]): ReadonlySet<string> {
  const urls = named.flatMap(({ auth: { written } }) =>
    written === "none" ? [] : (written.publicUrl ?? []),
  );
  return new Set(urls.flatMap((url) => parseOrigin(url)?.host ?? []));
}

interface OpenContext extends AuthContext {
  readonly publicHosts: ReadonlySet<string>;
}

function compileAuth(
  { name, auth, mapping }: NamedAuth,
  context: OpenContext,
): RouteAuth | undefined {
  const path = [...mapping.configPath, "auth"];
  const { id, written, orToken } = auth;
  if (written === "none") {
    const message = `Everybody can send events to "${name}".`;
    const hint = "Give it a provider, or a token, as soon as the sender can prove who it is.";
    context.report(createProblem("auth_open", path, message, { severity: "warning", hint }));
    return { ...OPEN, id, publicHosts: context.publicHosts };
  }
  const found = { input: written, path, context };
  const route = compileWritten(found);
  if (route === undefined) return undefined;
  const deliveryId = route.delivery?.id?.json;
  // A path that cannot be read is a problem of the config.
  const deliveryIdPath = deliveryId && (parsePath(deliveryId) as readonly string[]);
  return { ...route, id, orToken, ...(deliveryIdPath && { deliveryIdPath }) };
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
  secret: (auth, provider) => compileProof(auth, provider, "secret"),
  publicKey: (auth, provider) => compileProof(auth, provider, "publicKey"),
  jwks: (auth, provider) => compileTokens(auth, provider, "jwks"),
  topics: compileMessages,
  token: compileToken,
  verify: compileVerifier,
};

function compileProof(
  auth: WrittenAuth,
  provider: Provider | undefined,
  way: "secret" | "publicKey",
): WrittenRoute | undefined {
  if (provider?.message !== undefined) return compileMessages(auth, provider);
  const isJwt = provider === undefined ? auth.input.scheme === "jwt" : provider.jwt !== undefined;
  return isJwt ? compileTokens(auth, provider, way) : compileSigned(auth, provider, way);
}

function compileTokens(
  auth: WrittenAuth,
  provider: Provider | undefined,
  way: JwtWay,
): WrittenRoute | undefined {
  const jwt = compileJwt(auth, provider, way);
  return jwt && { ...partsOf(auth, provider, { secrets: [] }), ...jwt };
}

function compileMessages(
  auth: WrittenAuth,
  provider: Provider | undefined,
): WrittenRoute | undefined {
  const message = compileMessage(auth, provider?.message);
  return message && { ...partsOf(auth, provider, { secrets: [] }), ...message };
}

function compileSigned(
  auth: WrittenAuth,
  provider: Provider | undefined,
  way: "secret" | "publicKey",
): WrittenRoute | undefined {
  const signed = compileSignatures(auth, provider, way);
  return signed && { ...partsOf(auth, provider, signed.handshake), ...signed.route };
}

function compileToken(auth: WrittenAuth, provider: Provider | undefined): WrittenRoute | undefined {
  const place = composeTokenPlace(auth, provider);
  if (place === undefined) return undefined;
  checkAuthEffects(auth, "other");
  const token = { place: place.compiled, tokens: composeTokens(auth, place.written) };
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
  checkAuthEffects(auth, "other");
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
  { place, ...handshakeParts }: HandshakeParts & { readonly place?: TokenPlace },
): Pick<WrittenRoute, "provider" | "delivery" | "secretPlaces" | "handshake"> {
  const handshake = compileHandshake(auth, provider, handshakeParts);
  return {
    provider,
    delivery: provider?.delivery,
    secretPlaces: secretPlacesOf([provider?.token, place]),
    ...(handshake !== undefined && { handshake }),
  };
}

// All mappings → how requests of each name with an `auth` are authenticated; what is wrong is reported.
import {
  findNearestName,
  hintNearestName,
  mapPromise,
  parseOrigin,
  parsePath,
  readOwn,
} from "@hookwright/base";
import type {
  CryptoPort,
  MessageScheme,
  Provider,
  SigningKey,
  TokenPlace,
} from "@hookwright/signatures";
import { PROVIDERS } from "@hookwright/signatures/plan";
import {
  createCertificateKeys,
  createSnsHandshake,
  type RouteAuth,
  runVerifier,
  type SecretPlaces,
  SNS_CERTIFICATE_NAME,
  SNS_TOPIC,
  unsignedTarget,
  type Verifier,
  verifyAdyen,
  verifyMailgun,
  verifySns,
  verifyToken,
} from "@hookwright/signatures/runtime";
import { type ConfigPath, createProblem } from "../../base/index.ts";
import type { Mapping, MappingAuth } from "../config/index.ts";
import { type AuthContext, reportAuth, type WrittenAuth } from "./auth/auth-context.ts";
import { needKeyService, secretPlacesOf } from "./auth/auth-facts.ts";
import { checkAuthEffects } from "./auth/check-auth.ts";
import { createSharedSecretCheck } from "./auth/check-shared-secret.ts";
import { chooseWay, type ProofWay } from "./auth/choose-way.ts";
import { compileHandshake, type HandshakeParts } from "./auth/compile-handshake.ts";
import type { JwtWay } from "./auth/compile-jwt.ts";
import { compileJwt } from "./auth/compile-jwt.ts";
import { compileSignatures } from "./auth/compile-signatures.ts";
import { composeTokenPlace, composeTokens } from "./auth/compose-token.ts";
import { decodeAuthKeys, readAuthSecrets } from "./auth/read-auth-secrets.ts";

export interface AuthOptions extends Omit<AuthContext, "checkSharedSecret" | "crypto"> {
  /** Called where there is an `auth`. */
  readonly chooseCrypto: () => CryptoPort;
  /** Those of the hooks. */
  readonly tokens: readonly string[];
}

/** Takes the first mapping of each name, and gives the `auth` of those that have one. */
export function compileAuths(
  mappings: ReadonlyMap<string, Mapping>,
  options: AuthOptions,
): ReadonlyMap<string, RouteAuth> {
  const compiled = new Map<string, RouteAuth>();
  const named = [...mappings].flatMap(([name, { auth, configPath }]) =>
    auth === undefined ? [] : [{ name, auth, path: [...configPath, "auth"] }],
  );
  if (named.length === 0) return compiled;
  const context: OpenContext = {
    ...options,
    crypto: options.chooseCrypto(),
    checkSharedSecret: createSharedSecretCheck(options.tokens, options.report),
    publicHosts: listPublicHosts(named),
  };
  for (const one of named) {
    const auth = compileAuth(one, context);
    if (auth !== undefined) compiled.set(one.name, auth);
  }
  return compiled;
}

/** A name with the `auth` of all its mappings, and where the first of them has it. */
interface NamedAuth {
  readonly name: string;
  readonly auth: MappingAuth;
  readonly path: ConfigPath;
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

function compileAuth({ name, auth, path }: NamedAuth, context: OpenContext): RouteAuth | undefined {
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

const COMPILERS: Readonly<Record<ProofWay, CompileWay>> = {
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
  if (jwt === undefined) return undefined;
  const { signsQuery, ...facts } = jwt;
  const route = { ...partsOf(auth, provider, { secrets: [] }), ...facts };
  return signsQuery ? route : withPublicQuery(route, auth);
}

/** An attacker can replay a request with another query if the sender does not sign the query, so the event gets the query of the config. */
function withPublicQuery(route: WrittenRoute, { input: { publicUrl } }: WrittenAuth): WrittenRoute {
  if (publicUrl === undefined) return route;
  const check: WrittenRoute["check"] = (request) =>
    mapPromise(route.check(request), (result) =>
      result.ok ? { ...result, target: unsignedTarget(publicUrl.trim(), request.target) } : result,
    );
  return { ...route, check };
}

function compileMessages(
  auth: WrittenAuth,
  provider: Provider | undefined,
): WrittenRoute | undefined {
  const message = compileMessage(auth, provider?.message);
  return (
    message && withPublicQuery({ ...partsOf(auth, provider, { secrets: [] }), ...message }, auth)
  );
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

type MessageRoute = Pick<RouteAuth, "kind" | "needsBody" | "check" | "secretPlaces"> &
  Partial<Pick<RouteAuth, "handshake">>;

/** Mailgun tries again for eight hours, and says nothing of a window. */
const MAILGUN_TOLERANCE_SECONDS = 12 * 60 * 60;

/** An `auth` of messages with signatures in them, and its provider → how requests are checked; what is wrong is reported. */
function compileMessage(
  auth: WrittenAuth,
  message: MessageScheme | undefined,
): MessageRoute | undefined {
  if (message === "sns") return compileSns(auth);
  const { crypto } = auth.context;
  checkAuthEffects(auth, "other");
  if (message === "mailgun") {
    const keys = compileKeys(auth, "utf8");
    if (keys === undefined) return undefined;
    const { toleranceSeconds = MAILGUN_TOLERANCE_SECONDS } = auth.input;
    return {
      kind: "message",
      needsBody: true,
      check: (request) => verifyMailgun({ keys, toleranceSeconds }, request),
      // Whoever has these three can send any event until the token is remembered.
      secretPlaces: { headers: [], query: [], body: MAILGUN_FIELDS },
    };
  }
  const keys = compileKeys(auth, "hex");
  return (
    keys && {
      kind: "message",
      needsBody: true,
      check: (request) => verifyAdyen({ keys, crypto }, request),
      secretPlaces: { headers: [], query: [], body: [] },
    }
  );
}

const MAILGUN_FIELDS = ["signature"];

function compileKeys(auth: WrittenAuth, form: "utf8" | "hex"): readonly SigningKey[] | undefined {
  const secrets = readAuthSecrets(auth, "secret");
  const decoded = decodeAuthKeys(auth, secrets, { key: form, algorithm: "sha256" });
  try {
    return decoded.map(({ bytes }) => auth.context.crypto.hmacKey("sha256", bytes));
  } catch {
    const message = "The runtime cannot use a key of this auth.";
    const hint = "Copy it once more from where the vendor shows it.";
    return reportAuth(auth, { code: "secret_malformed", message, hint });
  }
}

type SnsRoute = Pick<RouteAuth, "kind" | "needsBody" | "check" | "secretPlaces" | "handshake">;

/** Whoever has them can end the subscription, or confirm one. */
const CAPABILITIES = ["UnsubscribeURL", "SubscribeURL", "Token"];

/** No delivery policy tries a message again over HTTP for longer, and the message keeps its time. */
const SNS_TOLERANCE_SECONDS = 60 * 60;

/** An `auth` of Amazon SNS → how its messages are checked, and its confirmations answered; what is wrong is reported. */
function compileSns(auth: WrittenAuth): SnsRoute | undefined {
  const { confirm = false, toleranceSeconds = SNS_TOLERANCE_SECONDS } = auth.input;
  const signatureVersion = auth.input.signatureVersion === 1 ? 1 : 2;
  checkAuthEffects(auth, "sns");
  const topics = readTopics(auth);
  const service = needKeyService(auth);
  if (topics === undefined || service === undefined) return undefined;
  const algorithm = signatureVersion === 1 ? "rsa-sha1" : "rsa-sha256";
  const { crypto } = auth.context;
  const name = SNS_CERTIFICATE_NAME;
  const findCertificate = createCertificateKeys({ service, crypto, algorithm, name });
  const rules = { topics, signatureVersion } as const;
  const check = { ...rules, findCertificate, toleranceSeconds };
  return {
    kind: "message",
    needsBody: true,
    check: (request) => verifySns(check, request),
    secretPlaces: { headers: [], query: [], body: CAPABILITIES },
    handshake: createSnsHandshake({ ...rules, service: confirm ? service : undefined }),
  };
}

function readTopics(auth: WrittenAuth): readonly string[] | undefined {
  const { topics } = auth.input;
  const hint = 'Write "topics": ["arn:aws:sns:eu-central-1:123456789012:name"].';
  if (topics === undefined) {
    const message =
      "The auth names no topic, and everybody can send messages of a topic of their own.";
    return reportAuth(auth, { code: "auth_incomplete", at: ["topics"], message, hint });
  }
  const trimmed = topics.map((topic) => topic.trim());
  const index = trimmed.findIndex((topic) => !SNS_TOPIC.test(topic));
  if (index === -1) return trimmed;
  const message = `"${trimmed[index]}" is not the ARN of a topic.`;
  return reportAuth(auth, { code: "invalid_value", at: ["topics", index], message, hint });
}

/** The name of a provider → its row in the table, or a problem with the name that was probably meant. */
function findProvider(auth: WrittenAuth, written: string): Provider | undefined {
  const id = written.trim();
  const provider = PROVIDERS.find((one) => one.id === id);
  if (provider !== undefined) return provider;
  const message = `There is no provider "${id}".`;
  return reportAuth(auth, {
    code: "provider_unknown",
    at: ["provider"],
    message,
    hint: hintFor(id.toLowerCase().replaceAll(/[\s_.]+/g, "-")),
  });
}

/** Names under which people look for a vendor. */
const ALIASES: Readonly<Record<string, string>> = {
  facebook: "meta",
  instagram: "meta",
  whatsapp: "meta",
  messenger: "meta",
  twitter: "x",
  "microsoft-365": "microsoft-graph",
  graph: "microsoft-graph",
  outlook: "microsoft-graph",
  teams: "microsoft-teams",
  msteams: "microsoft-teams",
  atlassian: "jira",
  claude: "anthropic",
  standardwebhooks: "standard-webhooks",
  supabase: "supabase-auth",
  calcom: "cal-com",
  cal: "cal-com",
  customerio: "customer-io",
  huggingface: "hugging-face",
  lemonsqueezy: "lemon-squeezy",
  "google-drive": "google-calendar",
  "pub-sub": "pubsub",
  "pub/sub": "pubsub",
  "google-pubsub": "pubsub",
  gmail: "pubsub",
  "aws-sns": "sns",
  "amazon-sns": "sns",
  aws: "sns",
};

/** Vendors whose keys nobody has asked for yet. */
const LATER: ReadonlySet<string> = new Set(["plaid", "paypal", "wise"]);

function hintFor(id: string): string {
  if (LATER.has(id)) {
    return 'Its proof comes with a later version. Until then, write { "verify": "name" } with a check of your own.';
  }
  const known = PROVIDERS.map((one) => one.id);
  const meant = Object.hasOwn(ALIASES, id) ? ALIASES[id] : findNearestName(id, known);
  return meant === undefined
    ? 'docs/signatures.md lists them; for any other sender, write "scheme": "hmac" and where its signature stands.'
    : `Write "${meant}".`;
}

// The plan of an `auth` and the ports of the runtime → the check of its requests; what is wrong with the value of a secret is reported.
import {
  type ConfigPath,
  configPathToText,
  hintNearestName,
  mapPromise,
  parsePath,
  readOwn,
  runtimeTimer,
  type Timer,
} from "@hookwright/base";
import type {
  AuthPlan,
  AuthProblem,
  HandshakePlan,
  JwtPlan,
  MessagePlan,
  PlannedSecret,
  SignaturePlan,
  TokenPlan,
  VerifierPlan,
  WrittenSecret,
} from "../auth-plan.ts";
import type {
  CryptoPort,
  JwtAlgorithm,
  KeyForm,
  KeysPort,
  RouteAuth,
  RouteHandshake,
  SignatureScheme,
  Verifier,
} from "../model.ts";
import { type SignedPart, unsignedTarget } from "./build-signed.ts";
import { encodeBytes } from "./bytes.ts";
import { compileScheme } from "./compile-scheme.ts";
import { createEcho, createHandshake, needsVerifyToken } from "./create-handshake.ts";
import { type DecodedKey, decodeKey, encodeText } from "./decode-key.ts";
import { pathOfUrl } from "./jwt/canonical-query.ts";
import { createJwtKey, createStaticKeys, type FindKeys, PUBLIC_KEYS } from "./jwt/jwt-keys.ts";
import { readsFields, verifyJwt } from "./jwt/verify-jwt.ts";
import { createCertificateKeys } from "./keys/certificate-keys.ts";
import type { KeyService } from "./keys/document-cache.ts";
import { createJwksKeys } from "./keys/jwks-keys.ts";
import { verifyAdyen } from "./message/verify-adyen.ts";
import { verifyMailgun } from "./message/verify-mailgun.ts";
import { createSnsHandshake, SNS_CERTIFICATE_NAME, verifySns } from "./message/verify-sns.ts";
import { runVerifier, verifyAlternatives } from "./verify-alternatives.ts";
import { type CompiledTokenLocation, compileTokenLocation, verifyToken } from "./verify-token.ts";

/** Which secret of an `auth` is read, and what it is for. */
export interface SecretUse {
  /** Keys below the `auth` under which it is written. */
  readonly at: ConfigPath;
  /** `token`: one line that cannot be guessed. `publicKey`: may have several lines, and is not secret. */
  readonly form: "token" | "publicKey";
}

/** What a runtime supplies. */
export interface AuthPorts {
  readonly crypto: CryptoPort;
  /** Undefined: nothing is fetched, and a plan that needs it is a problem. */
  readonly keys?: KeysPort | undefined;
  /** Default: `setTimeout` of the runtime. */
  readonly timer?: Timer | undefined;
  /** The integrator's own checks, by the name that a plan has. */
  readonly verifiers?: Readonly<Record<string, Verifier>> | undefined;
  /** The text of a secret. Undefined if it cannot be used, which the port reports: nothing is verified with it. */
  readonly readSecret: (secret: WrittenSecret, use: SecretUse) => string | undefined;
  /** Gets each text that is a secret, or is as good as one: no log should show it. */
  readonly keepSecret?: ((text: string) => void) | undefined;
}

/** The check of requests, or what is wrong with the secrets. */
export type LinkAuthResult =
  /** `problems` are warnings. */
  | { readonly ok: true; readonly auth: RouteAuth; readonly problems: readonly AuthProblem[] }
  /** At least one of them is an error. */
  | { readonly ok: false; readonly problems: readonly AuthProblem[] };

/**
 * Makes a plan of `planAuth` ready for requests. It has families of proofs, and no vendors. Reports secrets that do
 * not have the form of a key, are short, or that the runtime refuses. Never throws for a plan that `planAuth` made.
 *
 * @example
 * ```ts
 * const linked = linkAuth(plan, {
 *   crypto: createWebCrypto(crypto.subtle),
 *   readSecret: (secret) => (typeof secret === "object" && "env" in secret ? env[secret.env] : undefined),
 * });
 * if (linked.ok) await linked.auth.check(request); // { ok: true, keyIndex: 0, … }
 * ```
 */
export function linkAuth(plan: AuthPlan, ports: AuthPorts): LinkAuthResult {
  const problems: AuthProblem[] = [];
  const linking = { ports, path: plan.path, problems };
  const family = linkFamily(plan, linking);
  if (family === undefined || problems.some(({ severity }) => severity === "error")) {
    return { ok: false, problems };
  }
  const { id, orToken, provider, delivery, secretPlaces } = plan;
  const deliveryId = delivery?.id?.json;
  // A path that cannot be read is a problem of the config.
  const deliveryIdPath = deliveryId && (parsePath(deliveryId) as readonly string[]);
  const auth: RouteAuth = {
    id,
    kind: plan.kind,
    orToken,
    provider,
    delivery,
    secretPlaces,
    ...(deliveryIdPath && { deliveryIdPath }),
    ...family,
  };
  return { ok: true, auth, problems };
}

/** One plan while it is linked. */
interface Linking {
  readonly ports: AuthPorts;
  /** That of the `auth`. */
  readonly path: ConfigPath;
  readonly problems: AuthProblem[];
}

type FamilyParts = Pick<RouteAuth, "needsBody" | "check"> &
  Partial<
    Pick<RouteAuth, "signsDecoded" | "inputs" | "replaySeconds" | "handshake" | "publicHosts">
  >;

/** Undefined if something is wrong, which is reported. */
function linkFamily(plan: AuthPlan, linking: Linking): FamilyParts | undefined {
  switch (plan.kind) {
    case "none":
      return {
        needsBody: false,
        check: () => ({ ok: true, keyIndex: 0 }),
        ...(plan.publicHosts !== undefined && { publicHosts: new Set(plan.publicHosts) }),
      };
    case "signature":
      return linkSignatures(plan, linking);
    case "jwt":
      return linkJwt(plan, linking);
    case "token":
      return linkToken(plan, linking);
    case "message":
      return linkMessage(plan, linking);
    case "verifier":
      return linkVerifier(plan, linking);
  }
}

function linkSignatures(plan: SignaturePlan, linking: Linking): FamilyParts | undefined {
  const { schemes, publicUrl, isKeyOfRow = false, provider, replaySeconds } = plan;
  const { crypto } = linking.ports;
  // The schemes of a vendor have one form of keys, and differ in their headers.
  const [{ scheme: kind, key: form, algorithm }] = schemes as readonly [SignatureScheme];
  const isSecret = kind === "hmac";
  const secrets = readSecrets(plan.secrets, isSecret ? "token" : "publicKey", linking);
  const keys = decodeKeys(secrets, { form, algorithm, isKeyOfRow }, linking);
  const compiled = useKeys(linking, () =>
    schemes.map((scheme) => compileScheme(scheme, { crypto, keys, publicUrl })),
  );
  if (compiled === undefined) return undefined;
  const texts = secrets.map(({ text }) => text);
  const signedPrefixes = compiled.flatMap(({ parts: [first] }) =>
    first?.kind === "literal" ? [first.text] : [],
  );
  return {
    needsBody: true,
    ...(compiled.some(({ parts }) => parts.some(isDecoded)) && { signsDecoded: true as const }),
    check: (request) => verifyAlternatives(compiled, { request, crypto }),
    inputs: {
      kind: "signature",
      schemes,
      publicUrl,
      keyFrom: isKeyOfRow ? provider?.id : undefined,
      crypto,
      secrets: () => texts,
    },
    ...(replaySeconds !== undefined && { replaySeconds }),
    ...linkHandshake(plan, linking, { secrets: isSecret ? texts : [], signedPrefixes }),
  };
}

const isDecoded = (part: SignedPart) => part.kind === "body" && part.isDecoded === true;

function linkJwt(plan: JwtPlan, linking: Linking): FamilyParts | undefined {
  const { scheme, leewaySeconds, publicUrl, baseUrl } = plan;
  const findKeys = linkJwtKeys(plan, linking);
  if (findKeys === undefined) return undefined;
  const paths = {
    publicPath: publicUrl === undefined ? undefined : pathOfUrl(publicUrl),
    basePath: baseUrl === undefined ? "" : pathOfUrl(baseUrl).replace(/\/$/, ""),
  };
  const compiled = { scheme, leewaySeconds, findKeys, crypto: linking.ports.crypto, paths };
  const check: RouteAuth["check"] = (request) => verifyJwt(compiled, request);
  const bound = scheme.binds?.of;
  return {
    needsBody: bound === "body" || readsFields(scheme),
    check: bound === "query" ? check : withPublicQuery(check, publicUrl),
    ...linkHandshake(plan, linking),
  };
}

function linkJwtKeys({ keys, scheme }: JwtPlan, linking: Linking): FindKeys | undefined {
  const { crypto } = linking.ports;
  const { algorithms } = scheme;
  if (keys.from === "jwks") {
    const service = needKeyService(linking);
    const limitList = scheme.keyLimit?.list;
    return service && createJwksKeys(keys.url, { service, crypto, algorithms, limitList });
  }
  const [algorithm] = algorithms as readonly [JwtAlgorithm];
  const isSecret = algorithm === "HS256";
  const secrets = readSecrets(keys.secrets, isSecret ? "token" : "publicKey", linking);
  const form = {
    form: keys.form,
    algorithm: isSecret ? "sha256" : PUBLIC_KEYS[algorithm],
  } as const;
  const decoded = decodeKeys(secrets, form, linking);
  return useKeys(linking, () =>
    createStaticKeys(decoded.map((key) => createJwtKey(algorithm, key, crypto))),
  );
}

/** An attacker can replay a request with another query if the sender does not sign the query, so the event gets the query of the config. */
function withPublicQuery(
  check: RouteAuth["check"],
  publicUrl: string | undefined,
): RouteAuth["check"] {
  if (publicUrl === undefined) return check;
  return (request) =>
    mapPromise(check(request), (result) =>
      result.ok ? { ...result, target: unsignedTarget(publicUrl, request.target) } : result,
    );
}

function linkMessage(plan: MessagePlan, linking: Linking): FamilyParts | undefined {
  const check = linkMessageCheck(plan, linking);
  if (check === undefined) return undefined;
  return {
    needsBody: true,
    check: withPublicQuery(check, plan.publicUrl),
    ...linkHandshake(plan, linking),
  };
}

function linkMessageCheck(plan: MessagePlan, linking: Linking): RouteAuth["check"] | undefined {
  const { crypto } = linking.ports;
  if (plan.message === "sns") {
    const { topics, signatureVersion, toleranceSeconds } = plan;
    const service = needKeyService(linking);
    if (service === undefined) return undefined;
    const algorithm = signatureVersion === 1 ? "rsa-sha1" : "rsa-sha256";
    const name = SNS_CERTIFICATE_NAME;
    const findCertificate = createCertificateKeys({ service, crypto, algorithm, name });
    const rules = { topics, signatureVersion, findCertificate, toleranceSeconds };
    return (request) => verifySns(rules, request);
  }
  const secrets = readSecrets(plan.secrets, "token", linking);
  const form = plan.message === "mailgun" ? "utf8" : "hex";
  const decoded = decodeKeys(secrets, { form, algorithm: "sha256" }, linking);
  const keys = useKeys(linking, () => decoded.map(({ bytes }) => crypto.hmacKey("sha256", bytes)));
  if (keys === undefined) return undefined;
  if (plan.message === "adyen") return (request) => verifyAdyen({ keys, crypto }, request);
  const { toleranceSeconds } = plan;
  return (request) => verifyMailgun({ keys, toleranceSeconds }, request);
}

function linkToken(plan: TokenPlan, linking: Linking): FamilyParts {
  const { place } = plan;
  // A plan is made of places that can be compiled.
  const compiled = compileTokenLocation(place) as CompiledTokenLocation;
  const basic = plan.basic === undefined ? [] : readBasic(plan.basic, linking);
  const secrets = [...basic, ...readSecrets(plan.tokens, "token", linking)];
  for (const { text, at } of secrets) {
    checkLength(text.length, at, linking);
    if (place.basic === true) keepBasic(text, linking.ports);
  }
  const tokens = secrets.map(({ text }) => text);
  return {
    needsBody: compiled.kind === "body",
    check: (request) => verifyToken({ place: compiled, tokens }, request),
    inputs: { kind: "token", place, tokens: () => tokens },
    ...linkHandshake(plan, linking),
  };
}

/** User and password are one token, as in the header. */
function readBasic(
  { user, password }: NonNullable<TokenPlan["basic"]>,
  linking: Linking,
): readonly ReadSecret[] {
  const [name] = readSecrets([user], "publicKey", linking);
  const [secret] = readSecrets([password], "token", linking);
  if (name === undefined || secret === undefined) return [];
  if (name.text.includes(":")) {
    const message = "A user of Basic authentication must not have a colon.";
    report(linking, { code: "secret_malformed", at: user.at, message });
  }
  return [{ text: `${name.text}:${secret.text}`, at: password.at }];
}

/**
 * Proxies copy the header as it is. Without its padding, the text is found in either spelling. Texts have the password
 * without its user.
 */
function keepBasic(text: string, { keepSecret }: AuthPorts): void {
  keepSecret?.(text.slice(text.indexOf(":") + 1));
  keepSecret?.(encodeBytes(encodeText(text), "base64").replace(/=+$/, ""));
}

function linkVerifier(plan: VerifierPlan, linking: Linking): FamilyParts | undefined {
  const { verifiers = {} } = linking.ports;
  const name = plan.verify;
  const verifier = readOwn(verifiers, name);
  if (typeof verifier !== "function") {
    const names = Object.keys(verifiers);
    const message = `The verifier "${name}" was not passed.`;
    const hint =
      names.length === 0
        ? `Pass it: compileHooks(config, { verifiers: { ${JSON.stringify(name)}: … } }).`
        : hintNearestName(name, names);
    return report(linking, { code: "verifier_unknown", at: ["verify"], message, hint });
  }
  return {
    needsBody: true,
    check: (request) => runVerifier(verifier as Verifier, request),
    ...linkHandshake(plan, linking),
  };
}

interface HandshakeKeys {
  /** What the handshake signs with; none where the sender has a private key. */
  readonly secrets: readonly string[];
  /** The literal texts with which what the sender signs begins. */
  readonly signedPrefixes: readonly string[];
}

function linkHandshake(
  plan: AuthPlan,
  linking: Linking,
  keys: HandshakeKeys = { secrets: [], signedPrefixes: [] },
): { readonly handshake?: RouteHandshake } {
  const { handshake, publicUrl } = plan;
  if (handshake === undefined) return {};
  switch (handshake.name) {
    case "echo":
      return { handshake: createEcho(handshake.echo) };
    case "sns":
      return { handshake: linkSnsHandshake(plan as SnsPlan, linking) };
    default: {
      const { name, method } = handshake;
      const token = readVerifyToken(handshake, linking);
      if (needsVerifyToken(name) && token === undefined) return {};
      const { crypto } = linking.ports;
      const created = createHandshake(name, { ...keys, crypto, verifyToken: token, publicUrl });
      return { handshake: method === undefined ? created : { ...created, methods: [method] } };
    }
  }
}

type SnsPlan = Extract<MessagePlan, { readonly message: "sns" }>;

function linkSnsHandshake(
  { topics, signatureVersion, confirms }: SnsPlan,
  { ports: { keys, timer = runtimeTimer } }: Linking,
): RouteHandshake {
  const service = confirms && keys !== undefined ? { port: keys, timer } : undefined;
  return createSnsHandshake({ topics, signatureVersion, service });
}

/** It may be short, unlike other secrets, and is kept out of logs like them. */
function readVerifyToken(
  { verifyToken: planned }: Extract<HandshakePlan, { readonly verifyToken?: unknown }>,
  linking: Linking,
): string | undefined {
  const [token] = planned === undefined ? [] : readSecrets([planned], "publicKey", linking);
  if (token !== undefined) linking.ports.keepSecret?.(token.text);
  return token?.text;
}

/** The port of the keys, where there is one → what fetches keys; else a problem. */
function needKeyService(linking: Linking): KeyService | undefined {
  const { keys: port, timer = runtimeTimer } = linking.ports;
  if (port !== undefined) return { port, timer };
  const message = "The keys of this sender must be fetched, and nothing was passed that can do it.";
  const hint =
    "Pass compileHooks(config, { keys: createWebKeys(fetch) }), of @hookwright/signatures; loadHooks has it.";
  return report(linking, { code: "keys_port_missing", at: [], message, hint });
}

/** A text, and the keys below the `auth` under which it is written. */
interface ReadSecret {
  readonly text: string;
  readonly at: ConfigPath;
}

function readSecrets(
  planned: readonly PlannedSecret[],
  form: SecretUse["form"],
  { ports: { readSecret, keepSecret } }: Linking,
): readonly ReadSecret[] {
  return planned.flatMap(({ secret, at }) => {
    const text = readSecret(secret, { at, form });
    if (text === undefined) return [];
    if (form === "token") keepSecret?.(text);
    return [{ text, at }];
  });
}

interface KeyToRead {
  readonly form: KeyForm;
  readonly algorithm: SignatureScheme["algorithm"];
  /** Whether the row of a vendor says how the secret is read, and the config can say otherwise. */
  readonly isKeyOfRow?: boolean;
}

const COPY_AGAIN = "Copy it once more from where the vendor shows it.";

/** Rows have been wrong about keys, so that the fault may not be in the secret. */
const KEY_OF_ROW = `${COPY_AGAIN} If it looks the same there, the key may be the text: write "key": "utf8" beside "provider", and tell us, because our data may be wrong.`;

/** The bytes of secrets or public keys; a text without the form of a key is reported, without the text. */
function decodeKeys(
  secrets: readonly ReadSecret[],
  { form, algorithm, isKeyOfRow = false }: KeyToRead,
  linking: Linking,
): readonly DecodedKey[] {
  return secrets.flatMap(({ text, at }) => {
    const isPublic = at[0] === "publicKey";
    const key = decodeKey(text, { form, algorithm });
    if (!key.ok) {
      const message = `${nameOf(at, linking)} is not ${key.expected}.`;
      const hint = isKeyOfRow && form !== "utf8" && !isPublic ? KEY_OF_ROW : COPY_AGAIN;
      report(linking, { code: "secret_malformed", at, message, hint });
      return [];
    }
    if (!isPublic) checkLength(key.bytes.length, at, linking);
    return [key];
  });
}

/** 16 random bytes cannot be guessed. */
const MIN_SECRET_BYTES = 16;

/** A warning: some vendors, such as Twitch, allow short ones. */
function checkLength(length: number, at: ConfigPath, linking: Linking): void {
  if (length >= MIN_SECRET_BYTES) return;
  const message = `${nameOf(at, linking)} has fewer than ${MIN_SECRET_BYTES} bytes, so that it can be guessed.`;
  const hint = "Use a longer one, if the vendor lets you choose it.";
  report(linking, { code: "secret_short", severity: "warning", at, message, hint });
}

/** A runtime may refuse a key that looks right. */
function useKeys<Result>(linking: Linking, use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    const message = "The runtime cannot use a key of this auth.";
    return report(linking, { code: "secret_malformed", at: [], message, hint: COPY_AGAIN });
  }
}

function nameOf(at: ConfigPath, { path }: Linking): string {
  return configPathToText([...path, ...at]);
}

/** Returns undefined, so that a caller can report and return at once. */
function report(
  { problems }: Linking,
  problem: Omit<AuthProblem, "severity" | "hint"> & {
    readonly severity?: AuthProblem["severity"];
    readonly hint?: string | undefined;
  },
): undefined {
  const { code, severity = "error", at, message, hint } = problem;
  problems.push({ code, severity, at, message, ...(hint !== undefined && { hint }) });
  return undefined;
}

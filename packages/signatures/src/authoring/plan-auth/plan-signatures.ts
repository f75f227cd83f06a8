// An `auth` of signatures beside the body, and its provider → the schemes by which requests are checked; what is wrong is reported.
import { configPathToText, parsePath } from "@hookwright/base";
import type { SignaturePlan } from "../../auth-plan.ts";
import type {
  DeliveryFacts,
  SignatureLocation,
  SignatureScheme,
  TimestampRule,
} from "../../model.ts";
import { parseSigned, type SignedPart } from "../../serving/build-signed.ts";
import { signsForAnyone } from "../../serving/create-handshake.ts";
import { hasSignedUrl } from "../../serving/public-url.ts";
import type { Provider } from "../../vendors/shared/vendor.ts";
import type { AuthInput } from "./auth-input.ts";
import { checkEffects } from "./check-effects.ts";
import { listSecrets, reportAuth, type WrittenAuth } from "./written-auth.ts";

type SignatureParts = Pick<
  SignaturePlan,
  "kind" | "schemes" | "secrets" | "isKeyOfRow" | "signsForStrangers" | "delivery" | "replaySeconds"
>;

/** Undefined if something is wrong, which is reported. */
export function planSignatures(
  auth: WrittenAuth,
  provider: Provider | undefined,
  way: "secret" | "publicKey",
): SignatureParts | undefined {
  const { input } = auth;
  const schemes = composeSchemes(auth, way === "secret" ? "hmac" : way, provider);
  if (schemes === undefined || !checkPublicUrl(auth, schemes)) return undefined;
  checkTokenKeys(auth);
  checkEffects(auth, "signature");
  const delivery = deliveryOf(provider, schemes);
  const isKeyOfRow = input.key === undefined && provider !== undefined;
  const signsForStrangers =
    way === "secret" && signsForAnyone(input.handshake?.name ?? provider?.handshake);
  return {
    kind: "signature",
    schemes,
    secrets: listSecrets(input, way),
    ...(isKeyOfRow && { isKeyOfRow }),
    ...(signsForStrangers && { signsForStrangers }),
    ...(delivery !== undefined && { delivery }),
    ...replayOf(schemes),
  };
}

/** An id of the config replaces the provider's; `signed` shows whether it is covered. */
function deliveryOf(
  provider: Provider | undefined,
  schemes: readonly SignatureScheme[],
): DeliveryFacts | undefined {
  const [{ id, signed } = {}] = schemes;
  if (id === undefined) return provider?.delivery;
  const idSigned =
    id.header === undefined
      ? /\{body[:}]/.test(signed ?? "")
      : signed?.includes("{id}") === true || signed?.includes(`{header:${id.header}}`) === true;
  return { ...provider?.delivery, id, idSigned };
}

/** A time stamp may be as far in the future as in the past: so long a request that came early stays good. */
function replayOf(schemes: readonly SignatureScheme[]): Pick<SignaturePlan, "replaySeconds"> {
  const tolerances = schemes.map(({ timestamp }) =>
    timestamp?.isUnchecked ? undefined : timestamp?.toleranceSeconds,
  );
  if (tolerances.some((seconds) => seconds === undefined)) return {};
  return { replaySeconds: 2 * Math.max(...(tolerances as readonly number[])) };
}

/** Never from a header: a sender or a proxy would choose what was signed. */
function checkPublicUrl(auth: WrittenAuth, schemes: readonly SignatureScheme[]): boolean {
  const publicUrl = auth.input.publicUrl?.trim();
  if (hasSignedUrl(schemes, publicUrl)) return true;
  const message =
    publicUrl === undefined
      ? "The vendor signs the URL of the hook, and the auth does not name it."
      : "The public URL is not a URL.";
  const hint =
    'Write the URL as the vendor was given it: "publicUrl": "https://hooks.example.com/hooks/name".';
  const code = publicUrl === undefined ? "auth_incomplete" : "invalid_value";
  reportAuth(auth, { code, at: ["publicUrl"], message, hint });
  return false;
}

/** `header` is for tokens; people write it for the header of a signature. */
function checkTokenKeys(auth: WrittenAuth): void {
  for (const key of ["header", "query", "json"] as const) {
    if (auth.input[key] === undefined) continue;
    const message = `"${key}" says where a token is, and this auth checks a signature.`;
    const hint = 'Write "signature": { "header": … } for the header of a signature, or remove it.';
    const severity = "warning";
    reportAuth(auth, { code: "field_without_effect", at: [key], message, hint, severity });
  }
}

/** Undefined if something is wrong, which is reported. */
function composeSchemes(
  auth: WrittenAuth,
  kind: SignatureScheme["scheme"],
  provider: Provider | undefined,
): readonly SignatureScheme[] | undefined {
  const rows = provider?.signatures?.filter(({ scheme }) => scheme === kind);
  const bases = rows ?? [CUSTOM[kind]];
  const schemes = bases.map((base) => overlay(base, auth.input));
  // A row that does not sign the body says so, and its page, too.
  const mayBeUnbound = provider?.delivery?.bodyBound === false && auth.input.signed === undefined;
  const isRight = schemes.every((scheme) => checkScheme(auth, scheme, mayBeUnbound));
  return isRight ? schemes : undefined;
}

/** What a scheme of the operator's own starts from. */
const CUSTOM: Readonly<Record<SignatureScheme["scheme"], SignatureScheme>> = {
  hmac: {
    scheme: "hmac",
    algorithm: "sha256",
    key: "utf8",
    signature: { header: [] },
    encoding: "hex",
    signed: "{body}",
  },
  publicKey: {
    scheme: "publicKey",
    algorithm: "ed25519",
    key: "spki",
    signature: { header: [] },
    encoding: "base64",
    signed: "{body}",
  },
};

const TOLERANCE_SECONDS = 300;

/** Field by field: a field that is not written stays as the provider has it. */
function overlay(base: SignatureScheme, input: AuthInput): SignatureScheme {
  const timestamp = overlayTimestamp(base.timestamp, input);
  const id = input.id ?? base.id;
  return {
    scheme: base.scheme,
    // That of a token is refused by checkScheme.
    algorithm: (input.algorithm as SignatureScheme["algorithm"] | undefined) ?? base.algorithm,
    key: input.key ?? base.key,
    signature: overlaySignature(base.signature, input.signature),
    encoding: input.encoding ?? base.encoding,
    signed: input.signed ?? base.signed,
    ...(timestamp !== undefined && { timestamp }),
    ...(id !== undefined && { id: lowerHeader(id) }),
    ...(base.bodyHash !== undefined && { bodyHash: base.bodyHash }),
    ...(base.signsDigest && { signsDigest: base.signsDigest }),
  };
}

function overlaySignature(
  base: SignatureLocation,
  written: AuthInput["signature"] = {},
): SignatureLocation {
  const { header, form, list, all, ...rest } = written;
  const places = { ...base, ...withoutAbsent({ ...rest, form }) } as SignatureLocation;
  return {
    ...places,
    header: header === undefined ? places.header : lowerCase(header),
    ...(list === true && { list }),
    ...(all === true && { all }),
  };
}

function overlayTimestamp(
  base: TimestampRule | undefined,
  { timestamp: written, toleranceSeconds }: AuthInput,
): TimestampRule | undefined {
  if (base === undefined && written === undefined) return undefined;
  const { header, pair, json, unit, toleranceSeconds: own } = written ?? {};
  const place = [header, pair, json].some((one) => one !== undefined)
    ? withoutAbsent({ header: header?.toLowerCase(), pair, json })
    : withoutAbsent({ header: base?.header, pair: base?.pair, json: base?.json });
  return {
    ...place,
    unit: unit ?? base?.unit ?? "s",
    ...(base?.withoutZone && { withoutZone: true as const }),
    ...(base?.isUnchecked && { isUnchecked: true as const }),
    toleranceSeconds: toleranceSeconds ?? own ?? base?.toleranceSeconds ?? TOLERANCE_SECONDS,
  };
}

function withoutAbsent<Fields extends object>(fields: Fields): Partial<Fields> {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as Partial<Fields>;
}

function lowerHeader({ header, json }: NonNullable<AuthInput["id"]>) {
  return {
    ...(header !== undefined && { header: header.toLowerCase() }),
    ...(json !== undefined && { json }),
  };
}

function lowerCase(header: string | readonly string[]): string | readonly string[] {
  return typeof header === "string" ? header.toLowerCase() : header.map((one) => one.toLowerCase());
}

/** A scheme as composed → whether a request can be checked by it; what is wrong is reported. */
function checkScheme(auth: WrittenAuth, scheme: SignatureScheme, mayBeUnbound: boolean): boolean {
  const parsed = parseSigned(scheme.signed);
  if (!parsed.ok) {
    const message = `${configPathToText([...auth.path, "signed"])} has {${parsed.unknown}}, which is not known.`;
    const hint =
      "Known: {body}, {body:decoded}, {body:sha256}, {timestamp}, {id}, {method}, {url}, {header:name}, {query:name}, {query:lower:name}, {json:path}, {form:sorted}, {form:name}.";
    reportAuth(auth, { code: "auth_scheme_invalid", at: ["signed"], message, hint });
    return false;
  }
  const rules = mayBeUnbound ? RULES : [SIGNS_BODY, ...RULES];
  const broken = rules.find(({ breaks }) => breaks(scheme, parsed.parts));
  if (broken === undefined) return true;
  const { at, message, hint } = broken;
  const name = configPathToText([...auth.path, ...at]);
  reportAuth(auth, { code: "auth_scheme_invalid", at, message: `${name} ${message}`, hint });
  return false;
}

/** A rule of schemes: true where `scheme` breaks it. */
interface SchemeRule {
  readonly breaks: (scheme: SignatureScheme, parts: readonly SignedPart[]) => boolean;
  readonly at: readonly string[];
  readonly message: string;
  readonly hint: string;
}

const isDecoded = (part: SignedPart) => part.kind === "body" && part.isDecoded === true;

const KEY_FORMS: Readonly<Record<SignatureScheme["scheme"], readonly string[]>> = {
  hmac: ["utf8", "base64", "hex", "whsec", "sha1"],
  publicKey: ["raw-hex", "raw-base64", "whpk", "spki"],
};

const ALGORITHMS: Readonly<Record<SignatureScheme["scheme"], readonly string[]>> = {
  hmac: ["sha1", "sha256", "sha512"],
  publicKey: ["ed25519", "ecdsa-p256", "rsa-sha256"],
};

const hasPart = (parts: readonly SignedPart[], ...kinds: readonly SignedPart["kind"][]) =>
  parts.some(({ kind }) => kinds.includes(kind));

const places = (rule: { header?: unknown; pair?: unknown; json?: unknown } = {}) =>
  [rule.header, rule.pair, rule.json].filter((one) => one !== undefined).length;

const SIGNS_BODY: SchemeRule = {
  breaks: (_scheme, parts) => !hasPart(parts, "body", "bodyHash", "form", "field", "json"),
  at: ["signed"],
  message: "does not sign the body, so that anyone who sees a request can send others.",
  hint: 'Put {body} into "signed".',
};

const RULES: readonly SchemeRule[] = [
  {
    breaks: ({ signature: { header, form } }) => header.length === 0 && form === undefined,
    at: ["signature"],
    message: "does not say which header has the signature.",
    hint: 'Write "signature": { "header": "x-signature" }.',
  },
  {
    breaks: ({ signature: { header, form } }) => header.length > 0 && form !== undefined,
    at: ["signature", "form"],
    message: "names a field of a form, and a header beside it.",
    hint: 'Write one of "header" and "form".',
  },
  {
    breaks: ({ signature: { form } }, parts) =>
      form !== undefined && hasPart(parts, "body", "bodyHash", "form"),
    at: ["signed"],
    message: "signs the whole body, in which the signature is.",
    hint: "Write the field that the sender signs: {form:name}.",
  },
  {
    breaks: ({ scheme, algorithm }) => !ALGORITHMS[scheme].includes(algorithm),
    at: ["algorithm"],
    message: "names an algorithm of another kind of signature.",
    hint: "With a secret: sha256, sha1 or sha512. With a public key: ed25519, ecdsa-p256 or rsa-sha256.",
  },
  {
    breaks: ({ scheme, key }) => !KEY_FORMS[scheme].includes(key),
    at: ["key"],
    message: "names a form of keys of another kind of signature.",
    hint: "With a secret: utf8, base64, hex or whsec. With a public key: spki, raw-hex, raw-base64 or whpk.",
  },
  {
    breaks: ({ key, algorithm }) => key.startsWith("raw") && algorithm !== "ed25519",
    at: ["key"],
    message: "names a raw key, which only ed25519 has.",
    hint: 'Write "key": "spki", and the public key in PEM.',
  },
  {
    breaks: (_scheme, parts) =>
      parts.some(isDecoded) &&
      parts.some((part) => hasPart([part], "body", "bodyHash") && !isDecoded(part)),
    at: ["signed"],
    message: "signs the body with its compression and without it.",
    hint: "Write one of {body} and {body:decoded}.",
  },
  {
    breaks: ({ timestamp }) => timestamp !== undefined && places(timestamp) !== 1,
    at: ["timestamp"],
    message: "must name one place of the time stamp.",
    hint: 'Write one of "header", "pair" and "json".',
  },
  {
    breaks: ({ timestamp, signature }) =>
      timestamp?.pair !== undefined && signature.pairs === undefined && !signature.list,
    at: ["timestamp", "pair"],
    message: "names a pair, but the signature's header has none.",
    hint: 'Write "signature": { "pairs": { "separator": ",", "key": "v1" } } too.',
  },
  {
    breaks: ({ timestamp, signature }) =>
      signature.list === true &&
      signature.pairs === undefined &&
      !/^(?:[1-9]|1\d)$/.test(timestamp?.pair ?? "1"),
    at: ["timestamp", "pair"],
    message: "is not a position in the list of the signature's header.",
    hint: 'Write the position of the time stamp, from 1: "timestamp": { "pair": "1" }.',
  },
  {
    breaks: ({ timestamp }, parts) =>
      hasPart(parts, "timestamp") &&
      timestamp?.header === undefined &&
      timestamp?.pair === undefined,
    at: ["signed"],
    message: "signs a time stamp, but does not say which header or pair has it.",
    hint: 'Write "timestamp": { "header": "x-timestamp" }; for one in the body, {json:path}.',
  },
  {
    breaks: ({ timestamp }, parts) => isUnsignedTime(timestamp, parts),
    at: ["timestamp"],
    message: "checks a time stamp that is not signed, so that anyone can write another one.",
    hint: 'Put {timestamp} into "signed" where the sender signs it, or remove "timestamp".',
  },
  {
    breaks: ({ id }, parts) => hasPart(parts, "id") && id?.header === undefined,
    at: ["signed"],
    message: "signs an id, but does not say which header has it.",
    hint: 'Write "id": { "header": "x-id" }.',
  },
  {
    breaks: ({ timestamp }) => timestamp?.json !== undefined && !isPath(timestamp.json),
    at: ["timestamp", "json"],
    message: "is not a path.",
    hint: 'Write a path such as "meta.sentAt".',
  },
];

const isPath = (text: string) => parsePath(text) !== undefined;

/** In the body, it is signed with it. */
function isUnsignedTime(timestamp: TimestampRule | undefined, parts: readonly SignedPart[]) {
  if (timestamp === undefined || timestamp.json !== undefined) return false;
  const { header } = timestamp;
  return !parts.some(
    (part) => part.kind === "timestamp" || (part.kind === "header" && part.name === header),
  );
}

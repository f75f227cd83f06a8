// A scheme as composed → whether a request can be checked by it; what is wrong is reported.

import { parsePath } from "@hookwright/base";
import type { SignatureScheme, TimestampRule } from "@hookwright/signatures";
import { parseSigned, type SignedPart } from "@hookwright/signatures/internal";
import { configPathToText } from "../../base/index.ts";
import { reportAuth, type WrittenAuth } from "./auth-context.ts";

export function checkScheme(auth: WrittenAuth, scheme: SignatureScheme): boolean {
  const parsed = parseSigned(scheme.signed);
  if (!parsed.ok) {
    const message = `${configPathToText([...auth.path, "signed"])} has {${parsed.unknown}}, which is not known.`;
    const hint =
      "Known: {body}, {timestamp}, {id}, {method}, {url}, {header:name}, {json:path}, {form:sorted}.";
    reportAuth(auth, { code: "auth_scheme_invalid", at: ["signed"], message, hint });
    return false;
  }
  const broken = RULES.find(({ breaks }) => breaks(scheme, parsed.parts));
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

const KEY_FORMS: Readonly<Record<SignatureScheme["scheme"], readonly string[]>> = {
  hmac: ["utf8", "base64", "hex", "whsec"],
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

const RULES: readonly SchemeRule[] = [
  {
    breaks: ({ signature: { header } }) => header.length === 0,
    at: ["signature"],
    message: "does not say which header has the signature.",
    hint: 'Write "signature": { "header": "x-signature" }.',
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
    breaks: (_scheme, parts) => !hasPart(parts, "body", "form", "json"),
    at: ["signed"],
    message: "does not sign the body, so that anybody who sees a request can send others.",
    hint: 'Put {body} into "signed".',
  },
  {
    breaks: ({ timestamp }) => timestamp !== undefined && places(timestamp) !== 1,
    at: ["timestamp"],
    message: "must name one place of the time stamp.",
    hint: 'Write one of "header", "pair" and "json".',
  },
  {
    breaks: ({ timestamp, signature }) =>
      timestamp?.pair !== undefined && signature.pairs === undefined,
    at: ["timestamp", "pair"],
    message: "names a pair, but the signature's header has none.",
    hint: 'Write "signature": { "pairs": { "separator": ",", "key": "v1" } } too.',
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
    message: "checks a time stamp that is not signed, so that anybody can write another one.",
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

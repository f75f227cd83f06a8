// The plan of signatures beside the body → the check of its requests.
import type { SignaturePlan } from "../../auth-plan.ts";
import type { AuthRequest, SignatureScheme } from "../../model.ts";
import type { SignedPart } from "../build-signed.ts";
import { parseTimestamp } from "../check-timestamp.ts";
import { compileScheme } from "../compile-scheme.ts";
import type { DecodeKey } from "../decode-key.ts";
import { isSentAt, readSignatures } from "../read-signatures.ts";
import { verifyAlternatives } from "../verify-alternatives.ts";
import { type CompiledScheme, readJsonTime, readTime } from "../verify-signature.ts";
import { decodeKeys, type FamilyParts, type Linking, readSecrets, useKeys } from "./linking.ts";

/** The caller passes `decode`, so that a bundle that verifies only secrets has no code for public keys. */
export function linkSignatures(
  plan: SignaturePlan,
  linking: Linking,
  decode: DecodeKey,
): FamilyParts | undefined {
  const { schemes, publicUrl, isKeyOfRow = false, provider, replaySeconds } = plan;
  const { crypto } = linking.ports;
  // The schemes of a vendor have one form of keys, and differ in their headers.
  const [{ scheme: kind, key: form, algorithm }] = schemes as readonly [SignatureScheme];
  const isSecret = kind === "hmac";
  const secrets = readSecrets(plan.secrets, isSecret ? "token" : "publicKey", linking);
  const keys = decodeKeys(secrets, { decode, form, algorithm, isKeyOfRow }, linking);
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
    sentAt: (request) => readSentAt(compiled, request),
    handshakeKeys: { secrets: isSecret ? texts : [], signedPrefixes },
  };
}

/** Read once more, because most callers do not ask for it. */
function readSentAt(schemes: readonly CompiledScheme[], request: AuthRequest): number | undefined {
  const scheme = schemes.find(({ place }) => isSentAt(place, request));
  if (scheme?.timestamp === undefined || scheme.timestamp.isUnchecked) return undefined;
  const { timestamp, place } = scheme;
  const read = readSignatures(request, place);
  const text =
    timestamp.json === undefined
      ? readTime(scheme, request, read.ok ? read.pairs : new Map()).text
      : readJsonTime(request.body, timestamp.json);
  return text === undefined ? undefined : parseTimestamp(text, timestamp);
}

const isDecoded = (part: SignedPart) => part.kind === "body" && part.isDecoded === true;

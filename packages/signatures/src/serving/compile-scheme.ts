// A signature scheme, its keys and the runtime's cryptography → the scheme ready for requests.
import { keysFromPath, parsePath } from "@hookwright/base";
import type { CryptoPort, HmacAlgorithm, PublicKeyAlgorithm, SignatureScheme } from "../model.ts";
import { parseSigned, type SignedPart } from "./build-signed.ts";
import type { DecodedKey } from "./decode-key.ts";
import type { CompiledScheme, CompiledTimestamp } from "./verify-signature.ts";

interface SchemeKeys {
  readonly crypto: CryptoPort;
  /** Newest first. */
  readonly keys: readonly DecodedKey[];
  readonly publicUrl: string | undefined;
}

/** Throws for an invalid `signed`: a config is checked before. */
export function compileScheme(scheme: SignatureScheme, context: SchemeKeys): CompiledScheme {
  const { signature, encoding, algorithm, id, bodyHash, signsDigest = false } = scheme;
  return {
    place: signature,
    encoding,
    signatureBytes: SIGNATURE_BYTES[algorithm],
    parts: partsOf(scheme),
    signsDigest,
    timestamp: compileTimestamp(scheme),
    idHeader: id?.header,
    bodyHashQuery: bodyHash?.query,
    publicUrl: context.publicUrl,
    keys: compileKeys(scheme, context),
  };
}

const SIGNATURE_BYTES: Readonly<Partial<Record<SignatureScheme["algorithm"], number>>> = {
  sha1: 20,
  sha256: 32,
  sha512: 64,
  ed25519: 64,
};

function partsOf({ signed }: SignatureScheme): readonly SignedPart[] {
  const parsed = parseSigned(signed);
  if (parsed.ok) return parsed.parts;
  throw new RangeError(`{${parsed.unknown}} is not known in what is signed.`);
}

function compileTimestamp({ timestamp }: SignatureScheme): CompiledTimestamp | undefined {
  if (timestamp === undefined) return undefined;
  const { json, ...rest } = timestamp;
  const steps = json === undefined ? undefined : parsePath(json);
  return { ...rest, json: steps && keysFromPath(steps) };
}

/** The scheme fixes the algorithm: a request cannot choose it, and a key is never used for the other kind. */
function compileKeys(
  { scheme, algorithm }: SignatureScheme,
  { crypto, keys }: SchemeKeys,
): CompiledScheme["keys"] {
  return scheme === "hmac"
    ? {
        kind: "hmac",
        keys: keys.map(({ bytes }) => crypto.hmacKey(algorithm as HmacAlgorithm, bytes)),
      }
    : {
        kind: "publicKey",
        keys: keys.map((key) => crypto.publicKey(algorithm as PublicKeyAlgorithm, key)),
      };
}

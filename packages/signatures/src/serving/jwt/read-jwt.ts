// The text of a JSON Web Token → its header, claims and signature, not verified yet.
import { parseJson, readOwn } from "@hookwright/base";
import type { JwtAlgorithm } from "../../model.ts";
import { decodeUtf8 } from "../build-signed.ts";
import { decodeBytes } from "../bytes.ts";

export interface Jwt {
  /** As the token says, and one of those that are allowed. */
  readonly algorithm: JwtAlgorithm;
  readonly keyId: string | undefined;
  readonly claims: object;
  readonly signature: Uint8Array;
  /** The text that is signed. */
  readonly signed: string;
}

type ReadJwtResult =
  | { readonly ok: true; readonly jwt: Jwt }
  | { readonly ok: false; readonly code: "signature_malformed" | "algorithm_wrong" };

/** Tokens of vendors have about 1 KB. */
const MAX_LENGTH = 8_192;
const MAX_KEY_ID_LENGTH = 256;

/** The compact form, without padding: no other spelling of the same bytes is accepted. */
const COMPACT = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/;

const MALFORMED: ReadJwtResult = { ok: false, code: "signature_malformed" };
const WRONG_ALGORITHM: ReadJwtResult = { ok: false, code: "algorithm_wrong" };

/**
 * Never throws. Keys and URLs of keys in the header (`jwk`, `jku`, `x5c`, `x5u`) are ignored: with them, a sender
 * could bring its own key. A header with `crit` is refused, because what it requires is not known.
 */
export function readJwt(text: string, allowed: readonly JwtAlgorithm[]): ReadJwtResult {
  const parts = text.length > MAX_LENGTH ? null : COMPACT.exec(text);
  if (parts === null) return MALFORMED;
  const [, head = "", body = "", tail = ""] = parts;
  const header = decodeObject(head);
  const claims = decodeObject(body);
  const signature = decodeBytes(tail, "base64url");
  if (header === undefined || claims === undefined || signature === undefined) return MALFORMED;
  if (Object.hasOwn(header, "crit")) return MALFORMED;
  const algorithm = allowed.find((one) => one === readOwn(header, "alg"));
  if (algorithm === undefined) return WRONG_ALGORITHM;
  const keyId = readOwn(header, "kid");
  if (!isKeyId(keyId)) return MALFORMED;
  return { ok: true, jwt: { algorithm, keyId, claims, signature, signed: `${head}.${body}` } };
}

function isKeyId(keyId: unknown): keyId is string | undefined {
  if (keyId === undefined) return true;
  return typeof keyId === "string" && keyId.length <= MAX_KEY_ID_LENGTH;
}

function decodeObject(part: string): object | undefined {
  const bytes = decodeBytes(part, "base64url");
  const text = bytes === undefined ? undefined : decodeUtf8(bytes);
  const parsed = text === undefined ? undefined : parseJson(text, bytes);
  const value = parsed?.ok ? parsed.value : undefined;
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
}

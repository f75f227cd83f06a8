// The URL of published keys → the keys that verify tokens, by the id that a token names.
import { mapPromise, parseJson, readOwn } from "@hookwright/base";
import type { CryptoPort, JwtAlgorithm, VerifyingKey } from "../../model.ts";
import { decodeUtf8 } from "../build-signed.ts";
import { createJwtKey, type FindKeys, type TokenKey } from "../jwt/jwt-keys.ts";
import { createDocumentCache, fetchDocument, type KeyService } from "./document-cache.ts";
import { readJwk } from "./spki.ts";

interface JwksOptions {
  readonly service: KeyService;
  readonly crypto: CryptoPort;
  readonly algorithms: readonly JwtAlgorithm[];
  /** Member of a key with the values that it is limited to. */
  readonly limitList?: string | undefined;
}

type KeysById = ReadonlyMap<string, TokenKey>;

/** Nothing is fetched before the first token. A token without an id of its key is of an unknown one. */
export function createJwksKeys(url: string, options: JwksOptions): FindKeys {
  const cache = createDocumentCache({
    fetch: () => fetchDocument(url, options.service),
    parse: (bytes) => parseJwks(bytes, options),
  });
  return ({ algorithm, keyId }, now) => {
    if (keyId === undefined) return { ok: false, code: "key_unknown" };
    const id = idOf(algorithm, keyId);
    return mapPromise(
      cache.get(now, (keys) => keys.has(id)),
      ({ value, last }) => {
        const key = value?.get(id);
        if (key !== undefined) return { ok: true, keys: [key] };
        return { ok: false, code: last === "ok" ? "key_unknown" : "keys_unavailable" };
      },
    );
  };
}

/** Keys of two kinds may have one id: the algorithm of the config decides. */
function idOf(algorithm: JwtAlgorithm, keyId: string): string {
  return `${algorithm} ${keyId}`;
}

/** Senders publish two or three. */
const MAX_KEYS = 64;

/** Undefined without a usable key, so that a wrong answer does not replace known keys. */
function parseJwks(
  bytes: Uint8Array,
  { crypto, algorithms, limitList }: JwksOptions,
): KeysById | undefined {
  const text = decodeUtf8(bytes);
  const parsed = text === undefined ? undefined : parseJson(text, bytes);
  const list = parsed?.ok ? readOwn(parsed.value, "keys") : undefined;
  if (!Array.isArray(list)) return undefined;
  const keys = new Map<string, TokenKey>();
  for (const jwk of list.slice(0, MAX_KEYS)) {
    const published = readJwk(jwk);
    if (published === undefined || !algorithms.includes(published.algorithm)) continue;
    const { algorithm, keyId, spki } = published;
    const key = importKey(crypto, algorithm, spki);
    if (key !== undefined) keys.set(idOf(algorithm, keyId), { ...key, ...limitOf(jwk, limitList) });
  }
  return keys.size === 0 ? undefined : keys;
}

function limitOf(jwk: unknown, name: string | undefined): Pick<TokenKey, "limit"> {
  const list = name === undefined ? undefined : readOwn(jwk, name);
  return Array.isArray(list) && list.length > 0 ? { limit: new Set(list) } : {};
}

/** One key that the runtime refuses does not take the others with it. */
function importKey(
  crypto: CryptoPort,
  algorithm: JwtAlgorithm,
  bytes: Uint8Array,
): VerifyingKey | undefined {
  try {
    return createJwtKey(algorithm, { form: "spki", bytes }, crypto);
  } catch {
    return undefined;
  }
}

// URLs of certificates → their keys: one certificate for each URL, of a few URLs, by the name that it must have.
import { networkOf } from "../../data/network/address.ts";
import { mapPromise } from "../../data/runtime.ts";
import type {
  AuthRequest,
  CryptoPort,
  PublicKeyAlgorithm,
  VerifyingKey,
} from "../../model/auth/route-auth.ts";
import type { PromiseOrValue } from "../../model/resolution.ts";
import { createDocumentCache, type DocumentCache } from "./document-cache.ts";
import { fetchDocument, type KeyService } from "./fetch-document.ts";
import { type Certificate, readCertificate } from "./read-certificate.ts";

export interface CertificateOptions {
  readonly service: KeyService;
  readonly crypto: CryptoPort;
  readonly algorithm: PublicKeyAlgorithm;
  /** One of the certificate's names must match. */
  readonly name: RegExp;
}

export type CertificateResult =
  | { readonly ok: true; readonly key: VerifyingKey }
  | {
      readonly ok: false;
      readonly code: "key_unknown" | "certificate_wrong" | "keys_unavailable";
    };

/** The caller has compared the URL with what it allows. */
export type FindCertificate = (
  url: string,
  request: Pick<AuthRequest, "receivedAt" | "remoteAddress">,
) => PromiseOrValue<CertificateResult>;

interface UsableCertificate {
  readonly certificate: Certificate;
  readonly key: VerifyingKey;
}

/** A sender uses one, and two while it changes them. */
const MAX_URLS = 16;

/**
 * A stranger can name any number of URLs on the right host, and has no part in the number of another
 * network: the sender's own certificate is fetched all the same. In all, because networks are cheap, too.
 */
const MAX_NEW_URLS_PER_NETWORK = 10;
const MAX_NEW_URLS = 100;
const WINDOW_MS = 60_000;

const UNAVAILABLE: CertificateResult = { ok: false, code: "keys_unavailable" };

export function createCertificateKeys(options: CertificateOptions): FindCertificate {
  const caches = new Map<string, DocumentCache<UsableCertificate>>();
  let windowStart = Number.NEGATIVE_INFINITY;
  let newUrls = 0;
  const newUrlsOf = new Map<string, number>();

  const open = (url: string, now: number, network: string) => {
    if (Math.abs(now - windowStart) >= WINDOW_MS) {
      windowStart = now;
      newUrls = 0;
      newUrlsOf.clear();
    }
    const own = newUrlsOf.get(network) ?? 0;
    if (own === MAX_NEW_URLS_PER_NETWORK || newUrls === MAX_NEW_URLS) return undefined;
    newUrls += 1;
    newUrlsOf.set(network, own + 1);
    if (caches.size === MAX_URLS) caches.delete(leastUseful(caches));
    const cache = createDocumentCache({
      fetch: () => fetchDocument(url, options.service),
      parse: (bytes) => parse(bytes, options),
    });
    caches.set(url, cache);
    return cache;
  };

  return (url, { receivedAt: now, remoteAddress = "unknown" }) => {
    const cache = caches.get(url) ?? open(url, now, networkOf(remoteAddress));
    if (cache === undefined) return UNAVAILABLE;
    return mapPromise(
      cache.get(now, () => true),
      ({ value, last }) => {
        if (value !== undefined) return judge(value, now, options);
        return last === "gone" ? { ok: false, code: "key_unknown" } : UNAVAILABLE;
      },
    );
  };
}

/** The oldest that never had a certificate, so that invented URLs push out none that is in use. */
function leastUseful(caches: ReadonlyMap<string, DocumentCache<unknown>>): string {
  const urls = [...caches.keys()];
  return urls.find((url) => caches.get(url)?.hasValue() === false) ?? (urls[0] as string);
}

function parse(
  bytes: Uint8Array,
  { crypto, algorithm }: CertificateOptions,
): UsableCertificate | undefined {
  const certificate = readCertificate(bytes);
  if (certificate === undefined) return undefined;
  try {
    const key = crypto.publicKey(algorithm, { form: "spki", bytes: certificate.publicKey });
    return { certificate, key };
  } catch {
    return undefined;
  }
}

function judge(
  { certificate: { names, notBefore, notAfter }, key }: UsableCertificate,
  now: number,
  { name }: CertificateOptions,
): CertificateResult {
  const isValid = notBefore <= now && now <= notAfter && names.some((one) => name.test(one));
  return isValid ? { ok: true, key } : { ok: false, code: "certificate_wrong" };
}

// URLs of certificates → their keys: one certificate for each URL, of a few URLs, by the name that it must have.

import type { PromiseOrValue, Timer } from "@hookwright/base";
import { mapPromise, networkOf } from "@hookwright/base";
import type { AuthRequest, CryptoPort, PublicKeyAlgorithm, VerifyingKey } from "../../model.ts";
import {
  createDocumentCache,
  type DocumentCache,
  type FetchResult,
  fetchDocument,
  type KeyService,
} from "./document-cache.ts";
import { type Certificate, readCertificate } from "./read-certificate.ts";

interface CertificateOptions {
  readonly service: KeyService;
  readonly crypto: CryptoPort;
  readonly algorithm: PublicKeyAlgorithm;
  /** One of the certificate's names must match. */
  readonly name: RegExp;
}

type CertificateResult =
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

/** Addresses that are being asked, or had nothing. */
const MAX_URLS = 128;

/** A sender uses one certificate in each region, and two while it changes them. */
const MAX_PROVEN = 64;

/**
 * A stranger can send any number of URLs on the right host, which look like the sender's until they are fetched. A
 * limit per minute could be used up by the stranger: behind a proxy, both have one address. So each URL is fetched, few
 * at a time, and those of many networks in turn.
 */
const MAX_FETCHES = 4;
const MAX_WAITING = 64;
const MAX_WAITING_PER_NETWORK = 16;
const MAX_WAIT_MS = 3_000;

const UNAVAILABLE: CertificateResult = { ok: false, code: "keys_unavailable" };

export function createCertificateKeys(options: CertificateOptions): FindCertificate {
  const { service } = options;
  const unproven = new Map<string, DocumentCache<UsableCertificate>>();
  /** There was a certificate: strangers cannot invent such a URL, so no number of theirs pushes one out. */
  const proven = new Map<string, DocumentCache<UsableCertificate>>();
  const line = createFetchLine(service.timer);

  const open = (url: string, network: string) => {
    if (!line.hasRoom(network)) return undefined;
    if (unproven.size === MAX_URLS) dropOldest(unproven);
    const fetch = () => fetchDocument(url, service);
    const cache: DocumentCache<UsableCertificate> = createDocumentCache({
      // A certificate that was fetched before, however long ago, goes ahead of invented addresses.
      fetch: () => (proven.has(url) ? fetch() : line.run(network, fetch)),
      parse: (bytes) => {
        const certificate = parse(bytes, options);
        if (certificate === undefined || proven.has(url)) return certificate;
        unproven.delete(url);
        if (proven.size === MAX_PROVEN) dropOldest(proven);
        proven.set(url, cache);
        return certificate;
      },
    });
    unproven.set(url, cache);
    return cache;
  };

  return (url, { receivedAt: now, remoteAddress = "unknown" }) => {
    const cache = proven.get(url) ?? unproven.get(url) ?? open(url, networkOf(remoteAddress));
    if (cache === undefined) return UNAVAILABLE;
    return mapPromise(
      cache.get(now, () => true),
      ({ value, last }) => {
        if (value !== undefined) return checkCertificate(value, now, options);
        return last === "gone" ? { ok: false, code: "key_unknown" } : UNAVAILABLE;
      },
    );
  };
}

interface FetchLine {
  readonly hasRoom: (network: string) => boolean;
  /** Fetches at once or in turn. Unavailable if the queue is full, or the turn does not come in time. */
  readonly run: (network: string, fetch: () => Promise<FetchResult>) => Promise<FetchResult>;
}

interface Waiter {
  readonly network: string;
  readonly begin: () => void;
}

const NOT_FETCHED: FetchResult = { ok: false, why: "unavailable" };

function createFetchLine(timer: Timer): FetchLine {
  let running = 0;
  let waiting: readonly Waiter[] = [];

  const hasRoom = (network: string) => {
    if (running < MAX_FETCHES) return true;
    const own = waiting.filter((waiter) => waiter.network === network);
    return waiting.length < MAX_WAITING && own.length < MAX_WAITING_PER_NETWORK;
  };

  const beginNext = () => {
    const [next, ...rest] = waiting;
    if (next === undefined) {
      running -= 1;
      return;
    }
    const isOwn = ({ network }: Waiter) => network === next.network;
    // The next one of this network waits for one of each other network.
    waiting = [...rest.filter((waiter) => !isOwn(waiter)), ...rest.filter(isOwn)];
    next.begin();
  };

  const start = (fetch: () => Promise<FetchResult>) => fetch().finally(beginNext);

  return {
    hasRoom,
    run(network, fetch) {
      if (running < MAX_FETCHES) {
        running += 1;
        return start(fetch);
      }
      if (!hasRoom(network)) return Promise.resolve(NOT_FETCHED);
      return new Promise((resolve) => {
        const stop = timer(() => {
          waiting = waiting.filter((one) => one !== waiter);
          resolve(NOT_FETCHED);
        }, MAX_WAIT_MS);
        const waiter: Waiter = {
          network,
          begin: () => {
            stop();
            resolve(start(fetch));
          },
        };
        waiting = [...waiting, waiter];
      });
    },
  };
}

function dropOldest(caches: Map<string, unknown>): void {
  for (const url of caches.keys()) {
    caches.delete(url);
    return;
  }
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

function checkCertificate(
  { certificate: { names, notBefore, notAfter }, key }: UsableCertificate,
  now: number,
  { name }: CertificateOptions,
): CertificateResult {
  const isValid = notBefore <= now && now <= notAfter && names.some((one) => name.test(one));
  return isValid ? { ok: true, key } : { ok: false, code: "certificate_wrong" };
}

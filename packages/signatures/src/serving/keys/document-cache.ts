// A document on the network → its value, fetched again when it is old or lacks what is needed, but not often.
import type { PromiseOrValue, Timer } from "@hookwright/base";
import type { KeysAnswer, KeysPort } from "../../model.ts";

interface CachedDocument<Value> {
  /** Undefined if it was never fetched, or is too old. */
  readonly value: Value | undefined;
  /** How the last attempt ended. */
  readonly last: "ok" | "gone" | "unavailable";
}

export interface DocumentCache<Value> {
  /**
   * `now` is in milliseconds since the epoch. A value that is not `wanted`, or not fresh, is fetched again
   * if that was not tried a moment ago.
   */
  readonly get: (
    now: number,
    isWanted: (value: Value) => boolean,
  ) => PromiseOrValue<CachedDocument<Value>>;
}

/** The port has no headers, so that the lifetime is fixed: senders announce new keys days before they use them. */
const LIFETIME_MS = 60 * 60 * 1000;

/** While the key service is down. A key that was withdrawn meanwhile is accepted for as long. */
const MAX_STALE_MS = 24 * 60 * 60 * 1000;

/** Between two attempts: a stranger who invents ids of keys causes no more of them. */
const RETRY_MS = 60_000;

const RETRY_WITHOUT_VALUE_MS = 5_000;

interface DocumentSource<Value> {
  readonly fetch: () => Promise<FetchResult>;
  /** Undefined for bytes that hold no value. */
  readonly parse: (bytes: Uint8Array) => Value | undefined;
}

export function createDocumentCache<Value>(source: DocumentSource<Value>): DocumentCache<Value> {
  let value: Value | undefined;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let last: CachedDocument<Value>["last"] = "unavailable";
  let running: Promise<void> | undefined;

  const current = (now: number): CachedDocument<Value> => {
    if (ageOf(fetchedAt, now) > MAX_STALE_MS) value = undefined;
    return { value, last };
  };
  const refresh = async (now: number) => {
    const result = await source.fetch();
    const parsed = result.ok ? source.parse(result.bytes) : undefined;
    last = result.ok ? "ok" : result.why;
    if (parsed !== undefined) {
      value = parsed;
      fetchedAt = now;
    } else if (result.ok) {
      last = "unavailable";
    }
    running = undefined;
  };

  return {
    get(now, isWanted) {
      const { value: known } = current(now);
      const isFresh = known !== undefined && ageOf(fetchedAt, now) < LIFETIME_MS;
      if (isFresh && isWanted(known)) return { value: known, last };
      const pause = known === undefined ? RETRY_WITHOUT_VALUE_MS : RETRY_MS;
      if (running === undefined && ageOf(triedAt, now) < pause) return current(now);
      if (running === undefined) {
        triedAt = now;
        running = refresh(now);
      }
      return running.then(() => current(now));
    },
  };
}

/** A clock that was set back does not stop the fetching. */
function ageOf(time: number, now: number): number {
  return Math.abs(now - time);
}

/** What reaches key services. */
export interface KeyService {
  readonly port: KeysPort;
  readonly timer: Timer;
}

export type FetchResult =
  | { readonly ok: true; readonly bytes: Uint8Array }
  /** `gone`: the service says that there is no such document. */
  | { readonly ok: false; readonly why: "gone" | "unavailable" };

declare class AbortController {
  readonly signal: Parameters<KeysPort["fetch"]>[1]["signal"];
  abort(): void;
}

/** Google's keys have 2 KB, and a certificate of Amazon's 2 KB. */
const MAX_BYTES = 64 * 1024;

/** The sender waits meanwhile, some of them for 3 s in all. */
const TIMEOUT_MS = 3_000;

const UNAVAILABLE: FetchResult = { ok: false, why: "unavailable" };

const GONE: FetchResult = { ok: false, why: "gone" };

/** A URL and the port of the keys → its document, within limits of size and time. Never rejects. */
export function fetchDocument(url: string, { port, timer }: KeyService): Promise<FetchResult> {
  const controller = new AbortController();
  return new Promise((resolve) => {
    const stop = timer(() => {
      resolve(UNAVAILABLE);
      controller.abort();
    }, TIMEOUT_MS);
    const settle = (result: FetchResult) => {
      stop();
      resolve(result);
    };
    const call = async () => resultFromAnswer(await port.fetch(url, { signal: controller.signal }));
    call().then(settle, () => settle(UNAVAILABLE));
  });
}

const NOT_THERE: ReadonlySet<number> = new Set([403, 404, 410]);

/** A redirect is not followed, because it could lead to a host that is not on the list. */
function resultFromAnswer({ status, bytes }: KeysAnswer): FetchResult {
  if (status === 200) return bytes.length > MAX_BYTES ? UNAVAILABLE : { ok: true, bytes };
  return NOT_THERE.has(status) ? GONE : UNAVAILABLE;
}

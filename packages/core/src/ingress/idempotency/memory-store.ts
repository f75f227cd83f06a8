// Claims and answers → kept in the memory of this process, within bounds.
import type {
  Claim,
  ClaimRequest,
  ClaimResult,
  IdempotencyKey,
  IdempotencyStore,
  StoredAnswer,
} from "../../model/idempotency/store.ts";
import type { Clock } from "../../model/ports.ts";
import { createEntryTable, differ, type Entry } from "./entry-table.ts";

/** Limits and clock of a memory store; every one has a default. */
export interface MemoryStoreOptions {
  /** Default: `Date.now`. */
  readonly clock?: Clock;
  /** Keys that are claimed or kept. Default: 100,000. */
  readonly maxEntries?: number;
  /** What they take in memory, roughly. Default: 33,554,432 (32 MiB). */
  readonly maxBytes?: number;
}

const MAX_ENTRIES = 100_000;
const MAX_BYTES = 33_554_432;

/**
 * Creates the store that an ingress has by default. When it is full, it forgets what was finished first;
 * claims in flight are never forgotten, and where they fill it alone, `claim` throws.
 *
 * @example
 * ```ts
 * const store = createMemoryStore({ maxEntries: 10_000 });
 * const request = { scope: "token orders", keys: [{ key: "k", ttlSeconds: 60 }], claimSeconds: 60 };
 * console.log(store.claim(request)); // { kind: "claimed", token: "1" }
 * console.log(store.claim(request)); // { kind: "busy" }
 * ```
 */
export function createMemoryStore(options: MemoryStoreOptions = {}): IdempotencyStore {
  const { maxEntries = MAX_ENTRIES, maxBytes = MAX_BYTES } = options;
  const clock = createForwardClock(options.clock ?? Date.now);
  /** The entries of each claim, so that what settles it need not look for them. */
  const claims = new Map<string, readonly Entry[]>();
  const onExpired = (token: string) => void claims.delete(token);
  const table = createEntryTable({ maxEntries, maxBytes, onExpired });
  let lastToken = 0;

  /** Of dispatches that never settled. */
  const dropExpiredClaims = (now: number): void => {
    for (const entries of claims.values()) {
      for (const { name } of entries) table.find(name, now);
    }
  };

  const take = ({ scope, keys, claimSeconds }: ClaimRequest, now: number): string => {
    if (!table.hasRoom(keys.length)) dropExpiredClaims(now);
    if (!table.makeRoom(keys.length)) throw new Error("The memory store is full of claims.");
    lastToken += 1;
    const token = String(lastToken);
    const until = now + claimSeconds * 1_000;
    const entries = keys.map(({ key, fingerprint }) => {
      const entry = table.enter(nameOf(scope, key));
      entry.token = token;
      entry.claimedUntil = until;
      entry.fingerprint = fingerprint;
      return entry;
    });
    claims.set(token, entries);
    return token;
  };

  /** Undefined where a part of the claim was lost, or has expired. */
  const holdings = ({ token }: Claim, now: number): readonly Entry[] | undefined => {
    const entries = claims.get(token);
    if (entries === undefined) return undefined;
    for (const entry of entries) {
      if (entry.token !== token || entry.claimedUntil <= now) return undefined;
    }
    return entries;
  };

  const settle = (
    claim: Claim,
    answer: StoredAnswer | undefined,
    progress?: string | undefined,
  ): boolean => {
    const now = clock();
    const entries = holdings(claim, now);
    claims.delete(claim.token);
    if (entries === undefined) return false;
    for (let at = 0; at < entries.length; at++) {
      const entry = entries[at] as Entry;
      const { ttlSeconds } = claim.keys[at] as IdempotencyKey;
      table.settle(entry, { answer, progress, until: now + ttlSeconds * 1_000 });
    }
    return true;
  };

  return {
    claim(request) {
      const now = clock();
      table.sweep(now);
      const found = look(request, (name) => table.find(name, now));
      if (found !== undefined && found.kind !== "claimed") return found;
      const token = take(request, now);
      return found === undefined ? { kind: "claimed", token } : { ...found, token };
    },
    extend(claim, claimSeconds) {
      const now = clock();
      const entries = holdings(claim, now) ?? [];
      for (const entry of entries) entry.claimedUntil = now + claimSeconds * 1_000;
      return entries.length > 0;
    },
    complete: (claim, answer) => settle(claim, answer),
    release: (claim, progress) => settle(claim, undefined, progress),
  };
}

/** A clock that is set back must not bring back what is over. */
function createForwardClock(clock: Clock): Clock {
  let latest = Number.NEGATIVE_INFINITY;
  return () => {
    latest = Math.max(latest, clock());
    return latest;
  };
}

type Found = Exclude<ClaimResult, { kind: "claimed" }> | { kind: "claimed"; progress: string };

/** Undefined where nothing is known of any key. */
function look(
  { scope, keys }: ClaimRequest,
  find: (name: string) => Entry | undefined,
): Found | undefined {
  let answer: StoredAnswer | undefined;
  let progress: string | undefined;
  let isBusy = false;
  for (const { key, fingerprint } of keys) {
    const entry = find(nameOf(scope, key));
    if (entry === undefined) continue;
    if (differ(entry.fingerprint, fingerprint)) return { kind: "conflict" };
    isBusy ||= entry.token !== undefined;
    answer ??= entry.answer;
    progress ??= entry.progress;
  }
  if (answer !== undefined) return { kind: "done", answer };
  if (isBusy) return { kind: "busy" };
  return progress === undefined ? undefined : { kind: "claimed", progress };
}

/** A scope has no line break, so that no two pairs are one name. */
function nameOf(scope: string, key: string): string {
  return `${scope}\n${key}`;
}

// Claims and answers → kept in the memory of this process, within bounds.

import type { Clock } from "@hookwright/base";
import { EntryTable } from "./entry-table.ts";
import { NOWHERE } from "./row-list.ts";
import type {
  Claim,
  ClaimResult,
  IdempotencyKey,
  IdempotencyStore,
  StoredAnswer,
} from "./store.ts";

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
  /** The rows of each claim, so that what settles it need not look for them. */
  const claims = new Map<number, readonly number[]>();
  /** All rows of a claim are over at once: one that nobody asks for would keep its room for ever. */
  const onExpired = (token: number, now: number): void => {
    const rows = claims.get(token) ?? [];
    claims.delete(token);
    for (const row of rows) table.expireClaim(row, token, now);
  };
  const table = new EntryTable({ maxEntries, maxBytes, onExpired });
  let lastToken = 0;

  /** Of dispatches that never settled. */
  const dropExpiredClaims = (now: number): void => {
    for (const [token, rows] of claims) {
      for (const row of rows) table.expireClaim(row, token, now);
    }
  };

  /** Undefined where a part of the claim was lost, or has expired. */
  const holdings = (claim: Claim, now: number): readonly number[] | undefined => {
    const token = Number(claim.token);
    const rows = claims.get(token);
    if (rows === undefined) return undefined;
    for (const row of rows) {
      if (!table.isHeldBy(row, token, now)) return undefined;
    }
    return rows;
  };

  const settle = (
    claim: Claim,
    answer: StoredAnswer | undefined,
    progress?: string | undefined,
  ): boolean => {
    const now = clock();
    const rows = holdings(claim, now);
    claims.delete(Number(claim.token));
    if (rows === undefined) return false;
    for (let at = 0; at < rows.length; at++) {
      const { ttlSeconds } = claim.keys[at] as IdempotencyKey;
      table.settle(rows[at] as number, { answer, progress, until: now + ttlSeconds * 1_000 });
    }
    return true;
  };

  return {
    claim({ scope, keys, claimSeconds }) {
      const now = clock();
      table.sweep(now);
      const names = keys.map(({ key }) => nameOf(scope, key));
      const known = names.map((name) => table.find(name, now));
      const found = look(known, keys, table);
      if (found !== undefined && found.kind !== "claimed") return found;
      if (!table.hasRoom(keys.length)) dropExpiredClaims(now);
      if (!table.makeRoom(keys.length)) throw new Error("The memory store is full of claims.");
      lastToken += 1;
      const until = now + claimSeconds * 1_000;
      const rows = names.map((name, at) => {
        const { fingerprint } = keys[at] as IdempotencyKey;
        return table.claim(name, { token: lastToken, until, fingerprint });
      });
      claims.set(lastToken, rows);
      const token = String(lastToken);
      return found === undefined ? { kind: "claimed", token } : { ...found, token };
    },
    extend(claim, claimSeconds) {
      const now = clock();
      const rows = holdings(claim, now) ?? [];
      for (const row of rows) table.extend(row, now + claimSeconds * 1_000);
      return rows.length > 0;
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
  rows: readonly number[],
  keys: readonly IdempotencyKey[],
  table: EntryTable,
): Found | undefined {
  let answer: StoredAnswer | undefined;
  let progress: string | undefined;
  let isBusy = false;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    if (row === NOWHERE) continue;
    if (table.isOfOther(row, keys[at]?.fingerprint)) return { kind: "conflict" };
    isBusy ||= table.isClaimed(row);
    answer ??= table.answerOf(row);
    progress ??= table.progressOf(row);
  }
  if (answer !== undefined) return { kind: "done", answer };
  if (isBusy) return { kind: "busy" };
  return progress === undefined ? undefined : { kind: "claimed", progress };
}

/** A scope has no line break, so that no two pairs are one name. */
function nameOf(scope: string, key: string): string {
  return `${scope}\n${key}`;
}

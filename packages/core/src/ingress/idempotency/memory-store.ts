// Claims and answers → kept in the memory of this process, within bounds.
import type {
  Claim,
  ClaimRequest,
  ClaimResult,
  IdempotencyStore,
  StoredAnswer,
} from "../../model/idempotency/store.ts";
import type { Clock } from "../../model/ports.ts";
import { createExpiringTable, type ExpiringTable } from "./expiring-table.ts";

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

interface InFlight {
  readonly token: string;
  readonly until: number;
  readonly fingerprint: string | undefined;
  readonly bytes: number;
}

interface Kept {
  readonly until: number;
  readonly fingerprint: string | undefined;
  readonly answer?: StoredAnswer;
  readonly progress?: string | undefined;
  readonly bytes: number;
}

/**
 * Creates the store that an ingress has by default. When it is full, it forgets what was finished first;
 * claims in flight are never forgotten, and where they fill it alone, `claim` throws.
 *
 * @example
 * ```ts
 * const store = createMemoryStore({ maxEntries: 10_000 });
 * const request = { scope: "orders token", keys: [{ key: "k", ttlSeconds: 60 }], claimSeconds: 60 };
 * console.log(store.claim(request)); // { kind: "claimed", token: "1" }
 * console.log(store.claim(request)); // { kind: "busy" }
 * ```
 */
export function createMemoryStore(options: MemoryStoreOptions = {}): IdempotencyStore {
  const { maxEntries = MAX_ENTRIES, maxBytes = MAX_BYTES } = options;
  // In the order in which they were claimed, and in which they were finished.
  const inFlight = createExpiringTable<InFlight>();
  const kept = createExpiringTable<Kept>();
  let lastToken = 0;
  const clock = createForwardClock(options.clock ?? Date.now);

  const makeRoom = (entries: number, bytes: number): boolean => {
    const isTooMuch = () =>
      inFlight.size() + kept.size() + entries > maxEntries ||
      inFlight.bytes() + kept.bytes() + bytes > maxBytes;
    while (isTooMuch() && kept.dropOldest());
    return !isTooMuch();
  };

  const holds = ({ scope, keys, token }: Claim, now: number): boolean =>
    keys.every(({ key }) => inFlight.find(nameOf(scope, key), now)?.token === token);

  return {
    claim(request) {
      const now = clock();
      inFlight.sweep(now);
      kept.sweep(now);
      const found = look(request, { inFlight, kept, now });
      if (found.kind !== "claimed") return found;
      const { scope, keys, claimSeconds } = request;
      const names = keys.map(({ key }) => nameOf(scope, key));
      const bytes = names.reduce((sum, name) => sum + bytesOf(name), 0);
      if (!makeRoom(names.length, bytes)) throw new Error("The memory store is full of claims.");
      lastToken += 1;
      const token = String(lastToken);
      const until = now + claimSeconds * 1_000;
      for (const [at, name] of names.entries()) {
        inFlight.set(name, {
          token,
          until,
          fingerprint: keys[at]?.fingerprint,
          bytes: bytesOf(name),
        });
      }
      return { ...found, token };
    },
    extend(claim, claimSeconds) {
      const now = clock();
      if (!holds(claim, now)) return false;
      for (const { key, fingerprint } of claim.keys) {
        const name = nameOf(claim.scope, key);
        const until = now + claimSeconds * 1_000;
        inFlight.set(name, { token: claim.token, until, fingerprint, bytes: bytesOf(name) });
      }
      return true;
    },
    complete(claim, answer) {
      return settle(claim, { answer });
    },
    release(claim, progress) {
      return settle(claim, progress === undefined ? undefined : { progress });
    },
  };

  function settle(claim: Claim, result: Pick<Kept, "answer" | "progress"> | undefined): boolean {
    const now = clock();
    if (!holds(claim, now)) return false;
    for (const { key, ttlSeconds, fingerprint } of claim.keys) {
      const name = nameOf(claim.scope, key);
      inFlight.drop(name);
      kept.drop(name);
      if (result === undefined) continue;
      const bytes = bytesOf(name, result.answer?.body ?? result.progress);
      const until = now + ttlSeconds * 1_000;
      if (makeRoom(1, bytes)) kept.set(name, { ...result, until, fingerprint, bytes });
    }
    return true;
  }
}

/** A clock that is set back must not bring back what is over. */
function createForwardClock(clock: Clock): Clock {
  let latest = Number.NEGATIVE_INFINITY;
  return () => {
    latest = Math.max(latest, clock());
    return latest;
  };
}

interface Tables {
  readonly inFlight: ExpiringTable<InFlight>;
  readonly kept: ExpiringTable<Kept>;
  readonly now: number;
}

type Found = Exclude<ClaimResult, { kind: "claimed" }> | { kind: "claimed"; progress?: string };

function look({ scope, keys }: ClaimRequest, { inFlight, kept, now }: Tables): Found {
  let answer: StoredAnswer | undefined;
  let progress: string | undefined;
  let isBusy = false;
  for (const { key, fingerprint } of keys) {
    const name = nameOf(scope, key);
    const claimed = inFlight.find(name, now);
    const before = kept.find(name, now);
    if (differ(claimed?.fingerprint, fingerprint) || differ(before?.fingerprint, fingerprint)) {
      return { kind: "conflict" };
    }
    isBusy ||= claimed !== undefined;
    answer ??= before?.answer;
    progress ??= before?.progress;
  }
  if (answer !== undefined) return { kind: "done", answer };
  if (isBusy) return { kind: "busy" };
  return progress === undefined ? { kind: "claimed" } : { kind: "claimed", progress };
}

function differ(known: string | undefined, fingerprint: string | undefined): boolean {
  return known !== undefined && fingerprint !== undefined && known !== fingerprint;
}

/** A scope has no line break, so that no two pairs are one name. */
function nameOf(scope: string, key: string): string {
  return `${scope}\n${key}`;
}

/** Of the objects and the place in a map: measured on Node 20, rounded up. */
const OVERHEAD_BYTES = 300;

function bytesOf(name: string, text = ""): number {
  return OVERHEAD_BYTES + 2 * (name.length + text.length);
}

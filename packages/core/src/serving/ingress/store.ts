// The port that remembers accepted events, calls of it with a time limit, and the store in memory.
import {
  type Clock,
  describeError,
  isPromiseLike,
  type PromiseOrValue,
  type Timer,
} from "@hookwright/base";

/** A text by which a repeat of an event is recognized. */
export interface IdempotencyKey {
  readonly key: string;
  /** How long an answer is kept under it, in seconds. */
  readonly ttlSeconds: number;
  /**
   * The fingerprint of the body that came with the key: an integer of at most 53 bits. Absent if any body
   * under this key is the same event.
   */
  readonly fingerprint?: number;
}

/** The keys of one event: a store claims all of them or none. */
export interface ClaimRequest {
  /** The route and the credential of the event. Equal keys of two scopes are different keys. */
  readonly scope: string;
  /** At least one. */
  readonly keys: readonly IdempotencyKey[];
  /** After this time without `extend` the claim expires, because its process has died. */
  readonly claimSeconds: number;
}

/** A claim that was granted, as `complete`, `release` and `extend` take it. */
export interface Claim {
  readonly scope: string;
  readonly keys: readonly IdempotencyKey[];
  /** Unique for this claim: a lost claim has another token than the one after it. */
  readonly token: string;
}

/** The answer for repeats. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The id of the started run, if any. */
  readonly runId?: string;
}

/**
 * The result of `claim`. One known key is enough for `done`, `busy` and `conflict`; if the keys differ,
 * `conflict` goes before `done`, and `done` before `busy`.
 */
export type ClaimResult =
  | {
      readonly kind: "claimed";
      readonly token: string;
      /** The progress that `release` stored for a partly finished event. */
      readonly progress?: string;
    }
  | { readonly kind: "done"; readonly answer: StoredAnswer }
  /** Another claim is active. */
  | { readonly kind: "busy" }
  /** The key is known with another fingerprint. */
  | { readonly kind: "conflict" };

/**
 * Keeps claims and answers: in the memory of one process (`createMemoryStore`), or in a store that several
 * instances share. If a call throws, rejects or takes too long, the request is refused.
 */
export interface IdempotencyStore {
  readonly claim: (request: ClaimRequest) => PromiseOrValue<ClaimResult>;
  /** Extends the claim by so many seconds from now. False, and nothing changes, if it was lost or has expired. */
  readonly extend: (claim: Claim, claimSeconds: number) => PromiseOrValue<boolean>;
  /**
   * Stores the answer under all keys, each for its `ttlSeconds`. False, and nothing changes, for a lost
   * claim.
   */
  readonly complete: (claim: Claim, answer: StoredAnswer) => PromiseOrValue<boolean>;
  /** Forgets the event, or stores `progress` for the next claim. False, and nothing changes, for a lost claim. */
  readonly release: (claim: Claim, progress?: string) => PromiseOrValue<boolean>;
}

export type StoreCall<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly detail: string };

/** Senders such as Slack wait 3 s for an answer. */
const STORE_TIMEOUT_MS = 2_000;

interface StoreCallOptions<T> {
  readonly timer: Timer;
  /** Default: `STORE_TIMEOUT_MS`. */
  readonly timeoutMs?: number;
  /** Gets a value that arrived after the time limit. */
  readonly onLate?: (value: T) => void;
}

/** Never throws or rejects. No timer runs if the port answers synchronously. */
export async function callStore<T>(
  call: () => PromiseOrValue<T>,
  options: StoreCallOptions<T>,
): Promise<StoreCall<T>> {
  try {
    const value = call();
    return isPromiseLike(value) ? settleCall(value, options) : { ok: true, value };
  } catch (error) {
    return { ok: false, detail: describeError(error) };
  }
}

function settleCall<T>(
  value: PromiseLike<T>,
  { timer, timeoutMs = STORE_TIMEOUT_MS, onLate }: StoreCallOptions<T>,
): Promise<StoreCall<T>> {
  return new Promise((resolve) => {
    let isOver = false;
    const end = (result: StoreCall<T>): void => {
      isOver = true;
      cancel();
      resolve(result);
    };
    const cancel = timer(
      () => end({ ok: false, detail: `The store did not answer within ${timeoutMs} ms.` }),
      timeoutMs,
    );
    value.then(
      (settled) => (isOver ? onLate?.(settled) : end({ ok: true, value: settled })),
      (error) => {
        if (!isOver) end({ ok: false, detail: describeError(error) });
      },
    );
  });
}

interface AskOptions {
  readonly timer: Timer;
  readonly onFailure: () => void;
}

/** A store in the same data centre answers within a millisecond. */
export const MAX_ANSWER_MS = 1_000;

/** Undefined if there is no answer in time. */
export async function askInTime<Answer>(
  ask: () => PromiseOrValue<Answer>,
  { timer, onFailure }: AskOptions,
): Promise<Answer | undefined> {
  const called = await callStore(ask, { timer, timeoutMs: MAX_ANSWER_MS });
  if (called.ok) return called.value;
  onFailure();
  return undefined;
}

/** Options of a memory store; each has a default. */
export interface MemoryStoreOptions {
  /** Default: `Date.now`. */
  readonly clock?: Clock;
  /** The most keys that are claimed or stored. Default: 100,000. */
  readonly maxEntries?: number;
  /** The approximate memory for them. Default: 33,554,432 (32 MiB). */
  readonly maxBytes?: number;
}

const MAX_ENTRIES = 100_000;

const MAX_BYTES = 33_554_432;

/**
 * Creates the default store of an ingress. When it is full, it forgets the entries that finished first.
 * Active claims are never forgotten; if they alone fill it, `claim` throws.
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
  /** The rows of each claim, so that settling it needs no search. */
  const claims = new Map<number, readonly number[]>();
  /** All rows of a claim expire together: otherwise a row that nobody asks for would stay for ever. */
  const onExpired = (token: number, now: number): void => {
    const rows = claims.get(token) ?? [];
    claims.delete(token);
    for (const row of rows) table.expireClaim(row, token, now);
  };
  const table = new EntryTable({ maxEntries, maxBytes, onExpired });
  let lastToken = 0;

  /** Drops the claims of dispatches that never settled. */
  const dropExpiredClaims = (now: number): void => {
    for (const [token, rows] of claims) {
      for (const row of rows) table.expireClaim(row, token, now);
    }
  };

  /** Undefined if any row of the claim was lost or has expired. */
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

/** If the system clock is set back, expired entries must not become valid again. */
function createForwardClock(clock: Clock): Clock {
  let latest = Number.NEGATIVE_INFINITY;
  return () => {
    latest = Math.max(latest, clock());
    return latest;
  };
}

type Found = Exclude<ClaimResult, { kind: "claimed" }> | { kind: "claimed"; progress: string };

/** Undefined if no key is known. */
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

/** A scope has no line break, so two different pairs never make the same name. */
function nameOf(scope: string, key: string): string {
  return `${scope}\n${key}`;
}

interface TableLimits {
  readonly maxEntries: number;
  readonly maxBytes: number;
  /** Called when the first expired row of a claim is found. */
  readonly onExpired: (token: number, now: number) => void;
}

interface RowClaim {
  readonly token: number;
  readonly until: number;
  readonly fingerprint: number | undefined;
}

/** What is stored when a claim ends. */
interface Kept {
  readonly answer: StoredAnswer | undefined;
  readonly progress: string | undefined;
  readonly until: number;
}

/** For the row and its entry in the map: measured on Node 20, rounded up. */
const OVERHEAD_BYTES = 300;

/** Two rows per claim: all finished rows are visited before their number has grown by half. */
const SWEPT_AT_ONCE = 2;

const FIRST_ROWS = 64;

/** No claim is active. */
const UNCLAIMED = 0;

/**
 * Columns instead of objects: thousands of entries survive garbage collections, which then only have to trace
 * strings. Row numbers are reused, so a holder of one must compare the token.
 */
class EntryTable {
  readonly #limits: TableLimits;
  readonly #rows = new Map<string, number>();
  readonly #finished = new RowList();
  readonly #free: number[] = [];
  readonly #names: string[] = [];
  readonly #answers: (StoredAnswer | undefined)[] = [];
  readonly #progress: (string | undefined)[] = [];
  #numbers = createNumbers(FIRST_ROWS);
  #bytes = 0;

  constructor(limits: TableLimits) {
    this.#limits = limits;
  }

  /** Drops expired parts first; `NOWHERE` if nothing is left. */
  find(name: string, now: number): number {
    const row = this.#rows.get(name);
    return row === undefined || this.#expire(row, now) ? NOWHERE : row;
  }

  answerOf(row: number): StoredAnswer | undefined {
    return this.#answers[row];
  }

  progressOf(row: number): string | undefined {
    return this.#progress[row];
  }

  /** Whether the row belongs to another body, which needs both fingerprints. */
  isOfOther(row: number, fingerprint: number = Number.NaN): boolean {
    const known = this.#numbers.fingerprints[row] as number;
    return known !== fingerprint && !Number.isNaN(known) && !Number.isNaN(fingerprint);
  }

  isClaimed(row: number): boolean {
    return this.#numbers.tokens[row] !== UNCLAIMED;
  }

  isHeldBy(row: number, token: number, now: number): boolean {
    const { tokens, claimedUntil } = this.#numbers;
    return tokens[row] === token && (claimedUntil[row] as number) > now;
  }

  claim(name: string, { token, until, fingerprint = Number.NaN }: RowClaim): number {
    const row = this.#rows.get(name) ?? this.#enter(name);
    this.#numbers.tokens[row] = token;
    this.#numbers.claimedUntil[row] = until;
    this.#numbers.fingerprints[row] = fingerprint;
    return row;
  }

  /** Does nothing if the row no longer belongs to the claim. */
  expireClaim(row: number, token: number, now: number): void {
    if (this.#numbers.tokens[row] === token) this.#expire(row, now);
  }

  extend(row: number, until: number): void {
    this.#numbers.claimedUntil[row] = until;
  }

  /** Ends the claim of a row and stores its answer or progress. */
  settle(row: number, { answer, progress, until }: Kept): void {
    this.#numbers.tokens[row] = UNCLAIMED;
    const text = answer?.body ?? progress;
    if (text === undefined) {
      this.#drop(row);
      return;
    }
    const bytes = sizeOf(this.#names[row] as string, text);
    this.#bytes += bytes - (this.#numbers.bytes[row] as number);
    this.#numbers.bytes[row] = bytes;
    this.#numbers.keptUntil[row] = until;
    this.#answers[row] = answer;
    this.#progress[row] = progress;
    this.#finished.moveToEnd(row);
    this.makeRoom(0);
  }

  /** Forgets the rows that finished first until so many entries fit, and returns whether they do. */
  makeRoom(more: number): boolean {
    while (!this.hasRoom(more) && this.#finished.first !== NOWHERE) {
      const row = this.#finished.first;
      // A row that is claimed again stays, with its previous progress.
      if (this.isClaimed(row)) this.#finished.remove(row);
      else this.#drop(row);
    }
    return this.hasRoom(more);
  }

  hasRoom(more: number): boolean {
    const { maxEntries, maxBytes } = this.#limits;
    return this.#rows.size + more <= maxEntries && this.#bytes + more * OVERHEAD_BYTES <= maxBytes;
  }

  /**
   * Checks a few finished rows. It is called for each claim, so it visits all of them before many more can be
   * added.
   */
  sweep(now: number): void {
    for (let looked = 0; looked < SWEPT_AT_ONCE; looked++) {
      const row = this.#finished.next();
      if (row !== NOWHERE) this.#expire(row, now);
    }
  }

  /** Whether nothing is left of the row, which is then dropped. */
  #expire(row: number, now: number): boolean {
    const { tokens, claimedUntil, keptUntil } = this.#numbers;
    const token = tokens[row] as number;
    if (token !== UNCLAIMED && (claimedUntil[row] as number) <= now) {
      tokens[row] = UNCLAIMED;
      this.#limits.onExpired(token, now);
    }
    if ((keptUntil[row] as number) <= now) {
      this.#answers[row] = undefined;
      this.#progress[row] = undefined;
    }
    const isOver =
      tokens[row] === UNCLAIMED &&
      this.#answers[row] === undefined &&
      this.#progress[row] === undefined;
    if (isOver) this.#drop(row);
    return isOver;
  }

  #enter(name: string): number {
    const row = this.#free.pop() ?? this.#names.length;
    if (row === this.#numbers.bytes.length) this.#numbers = grow(this.#numbers);
    this.#rows.set(name, row);
    this.#names[row] = name;
    this.#numbers.keptUntil[row] = 0;
    const bytes = sizeOf(name, "");
    this.#numbers.bytes[row] = bytes;
    this.#bytes += bytes;
    return row;
  }

  #drop(row: number): void {
    this.#finished.remove(row);
    this.#rows.delete(this.#names[row] as string);
    this.#bytes -= this.#numbers.bytes[row] as number;
    this.#names[row] = "";
    this.#answers[row] = undefined;
    this.#progress[row] = undefined;
    this.#free.push(row);
  }
}

function sizeOf(name: string, text: string): number {
  return OVERHEAD_BYTES + 2 * (name.length + text.length);
}

interface Numbers {
  readonly tokens: Float64Array;
  readonly claimedUntil: Float64Array;
  readonly keptUntil: Float64Array;
  readonly bytes: Float64Array;
  /** NaN for none. */
  readonly fingerprints: Float64Array;
}

/** The numbers of the rows: one typed array per column, all of the same length. */
function createNumbers(rows: number): Numbers {
  const column = () => new Float64Array(rows);
  return {
    tokens: column(),
    claimedUntil: column(),
    keptUntil: column(),
    bytes: column(),
    fingerprints: column(),
  };
}

/** A copy with room for twice as many rows. */
function grow(numbers: Numbers): Numbers {
  const grown = createNumbers(2 * numbers.bytes.length);
  for (const column of Object.keys(grown) as (keyof Numbers)[]) grown[column].set(numbers[column]);
  return grown;
}

/** No row. */
export const NOWHERE = -1;

/** A linked list of rows: adding, removing and stepping take constant time. */
export class RowList {
  /** For a row that is not in the list, `before` is the row itself. */
  #before = new Int32Array(0);
  #after = new Int32Array(0);
  #last = NOWHERE;
  #visited = NOWHERE;
  first: number = NOWHERE;

  moveToEnd(row: number): void {
    while (row >= this.#before.length) this.#grow();
    this.remove(row);
    this.#before[row] = this.#last;
    this.#after[row] = NOWHERE;
    if (this.#last === NOWHERE) this.first = row;
    else this.#after[this.#last] = row;
    this.#last = row;
  }

  remove(row: number): void {
    const before = this.#before[row] ?? row;
    if (before === row) return;
    const after = this.#after[row] as number;
    if (before === NOWHERE) this.first = after;
    else this.#after[before] = after;
    if (after === NOWHERE) this.#last = before;
    else this.#before[after] = before;
    if (this.#visited === row) this.#visited = before;
    this.#before[row] = row;
  }

  /** Visits each row of the list in turn, and starts again after the last one. */
  next(): number {
    const after = this.#visited === NOWHERE ? NOWHERE : (this.#after[this.#visited] as number);
    this.#visited = after === NOWHERE ? this.first : after;
    return this.#visited;
  }

  #grow(): void {
    const rows = this.#before.length;
    const before = new Int32Array(Math.max(FIRST_ROWS, 2 * rows));
    before.set(this.#before);
    for (let row = rows; row < before.length; row++) before[row] = row;
    const after = new Int32Array(before.length);
    after.set(this.#after);
    this.#before = before;
    this.#after = after;
  }
}

// An open store → which process has it: a counter that its owner moves, and a number that each commit compares.
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { readProcess } from "@hookwright/node-kit/programs";
import { resultCodeOf, SQLITE_BUSY, type SqlDatabase, type SqlRow } from "../driver.ts";
import { LedgerError } from "../ledger-error.ts";

/**
 * The lease in parts. The owner moves the counter seven times in a lease. A standby watches it by its own clock, which
 * no adjustment of the time of day moves, and takes over so early that it also starts within the lease. Before that,
 * the owner begins nothing any more without asking the store.
 */
const RENEW_AFTER = 1 / 7;
const ASK_AFTER = 0.5;
const TAKE_OVER_AFTER = 0.7;
const LOOK_EVERY = 0.04;

/** The row of the lease as a process has seen it. */
export interface LeaseRow {
  /** Absent: the store was given up. */
  readonly owner?: OwnerFacts;
  readonly fence: number;
  readonly renewals: number;
  /** Absent: the owner holds the lock alone, so it has ended if another process has the lock. */
  readonly leaseMs?: number;
}

interface OwnerFacts {
  readonly pid: number;
  /** When that process started, as the system spells it: an id is used again. */
  readonly start: string;
}

function readLease(database: SqlDatabase): LeaseRow {
  const row = database.prepare("SELECT * FROM lease").get() as SqlRow;
  const { owner, fence, renewals, lease_ms: leaseMs } = row;
  return {
    fence: fence as number,
    renewals: renewals as number,
    ...(owner !== null && { owner: JSON.parse(owner as string) as OwnerFacts }),
    ...(leaseMs !== null && { leaseMs: leaseMs as number }),
  };
}

/** A store that a release without leases made has none. */
export function hasLease(database: SqlDatabase): boolean {
  try {
    // Not prepared: libsql closes a database with a prepared statement only when that is collected.
    database.exec("SELECT fence FROM lease");
    return true;
  } catch {
    return false;
  }
}

/** What this process needs to show that it has the store. */
export interface Ownership {
  readonly fence: number;
  readonly leaseMs?: number;
}

interface TakeOptions {
  readonly leaseMs?: number | undefined;
  readonly clock: () => number;
  /** The row must not have changed since. */
  readonly seen?: LeaseRow | undefined;
}

/** Undefined if the row is not as it was seen: another process was faster, or the owner is alive after all. */
export function takeLease(
  database: SqlDatabase,
  { leaseMs, clock, seen }: TakeOptions,
): Ownership | undefined {
  database.exec("BEGIN IMMEDIATE");
  try {
    const { fence, renewals } = readLease(database);
    const isAsSeen = seen === undefined || (seen.fence === fence && seen.renewals === renewals);
    if (isAsSeen) {
      const { pid } = process;
      const owner: OwnerFacts = { pid, start: readProcess(pid)?.start ?? "" };
      const until = leaseMs === undefined ? null : clock() + leaseMs;
      database
        .prepare(
          `UPDATE lease SET owner = ?, fence = fence + 1, renewals = renewals + 1, lease_ms = ?,
            lease_until = ?`,
        )
        .run(JSON.stringify(owner), leaseMs ?? null, until);
    }
    database.exec("COMMIT");
    if (!isAsSeen) return undefined;
    return { fence: fence + 1, ...(leaseMs !== undefined && { leaseMs }) };
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}

interface WaitOptions {
  /** Of this process: how often it looks while no other one has a lease. */
  readonly leaseMs: number;
  readonly warn: (message: string) => void;
  readonly signal?: AbortSignal | undefined;
  /** Takes the store if the row is as it was seen. Undefined: another process is faster. */
  readonly take: (seen: LeaseRow) => Ownership | undefined;
}

/** Waits for the store until its owner gives it up or ends. Undefined if the signal ends the wait. */
export async function waitForLease(
  database: SqlDatabase,
  { leaseMs, warn, signal, take }: WaitOptions,
): Promise<Ownership | undefined> {
  const blocked = createBlockedStore(warn);
  let seen = readLease(database);
  let since = performance.now();
  while (signal?.aborted !== true) {
    const isOver =
      seen.owner === undefined ||
      seen.leaseMs === undefined ||
      performance.now() - since >= seen.leaseMs * TAKE_OVER_AFTER;
    const taken = isOver ? blocked.tryWrite(seen.owner, () => take(seen)) : undefined;
    if (taken !== undefined) return taken;
    await sleep((seen.leaseMs ?? leaseMs) * LOOK_EVERY, undefined, signal && { signal }).catch(
      () => undefined,
    );
    const row = readLease(database);
    if (row.fence === seen.fence && row.renewals === seen.renewals) continue;
    seen = row;
    since = performance.now();
  }
  return undefined;
}

/** A commit takes milliseconds. */
const MAX_BLOCKED_MS = 300;

/**
 * A process that was stopped in the middle of a commit holds the write lock of the store, and its lease is over. It
 * would end itself when it goes on, because another one has the store by then.
 */
function createBlockedStore(warn: (message: string) => void): {
  tryWrite<Result>(
    owner: OwnerFacts | undefined,
    write: () => Result | undefined,
  ): Result | undefined;
} {
  let since: number | undefined;
  let hasWarned = false;
  const end = (owner: OwnerFacts | undefined): void => {
    if (owner === undefined) return;
    const isKilled = killOwner(owner);
    if (!hasWarned) warn(isKilled ? killed(owner) : unreachable(owner));
    hasWarned = true;
  };
  return {
    tryWrite: (owner, write) => {
      try {
        const result = write();
        since = undefined;
        return result;
      } catch (error) {
        if (resultCodeOf(error) !== SQLITE_BUSY) throw error;
        since ??= performance.now();
        if (performance.now() - since >= MAX_BLOCKED_MS) end(owner);
        return undefined;
      }
    },
  };
}

function killed({ pid }: OwnerFacts): string {
  return `Process ${pid} was stopped during a write of the store, and its lease is over: it was killed.`;
}

function unreachable({ pid }: OwnerFacts): string {
  return `The store is locked by a write of process ${pid}, whose lease is over, and which cannot be killed from here. End it.`;
}

function killOwner({ pid, start }: OwnerFacts): boolean {
  if (pid === process.pid || readProcess(pid)?.start !== start) return false;
  try {
    process.kill(pid, "SIGKILL");
    return true;
  } catch {
    return false;
  }
}

/** For each transaction that writes: why this process may not write any more. */
export function createLeaseCheck(
  database: SqlDatabase,
  { fence }: Ownership,
): () => LedgerError | undefined {
  const read = database.prepare("SELECT fence FROM lease");
  return () => (read.get()?.["fence"] === fence ? undefined : leaseLost());
}

function leaseLost(): LedgerError {
  return new LedgerError("lease_lost", "Another process has taken the store over");
}

/** The lease of this process, which it renews until it closes the store. */
interface HeldLease {
  /** Whether this process has the store, now: asks the store if its own clock cannot tell. */
  confirm(): Promise<boolean>;
  /** Resolves when another process has taken the store over. */
  readonly lost: Promise<void>;
  /** A commit was refused: another process has the store. */
  noteLost(): void;
  stop(): void;
}

interface HoldOptions {
  /** Absent: this process holds the lock alone, and nobody watches the counter. */
  readonly leaseMs: number | undefined;
  readonly clock: () => number;
  /** Runs in a transaction that compares the fence. */
  readonly write: (work: () => void) => Promise<void>;
}

export function holdLease(
  database: SqlDatabase,
  { leaseMs, clock, write }: HoldOptions,
): HeldLease {
  const move = database.prepare("UPDATE lease SET renewals = renewals + 1, lease_until = ?");
  let heldSince = performance.now();
  let isLost = false;
  let tellLost = (): void => undefined;
  const lost = new Promise<void>((resolve) => {
    tellLost = resolve;
  });
  const noteLost = (): void => {
    isLost = true;
    clearInterval(timer);
    tellLost();
  };
  /** A disk that fails is no loss: a standby cannot write to it either. */
  const renew = async (): Promise<boolean> => {
    const begun = performance.now();
    try {
      await write(() => void move.run(leaseMs === undefined ? null : clock() + leaseMs));
      heldSince = begun;
      return true;
    } catch {
      return false;
    }
  };
  const timer = leaseMs === undefined ? undefined : setInterval(renew, leaseMs * RENEW_AFTER);
  return {
    confirm: async () => {
      if (isLost) return false;
      const isSure = leaseMs === undefined || performance.now() - heldSince < leaseMs * ASK_AFTER;
      return isSure || renew();
    },
    lost,
    noteLost,
    stop: () => clearInterval(timer),
  };
}

/** The next process need not wait. Only by the process that has the store. */
export function giveUpLease(database: SqlDatabase, { fence }: Ownership): void {
  database
    .prepare("UPDATE lease SET owner = NULL, renewals = renewals + 1 WHERE fence = ?")
    .run(fence);
}

// Writes of the same moment → one transaction, and one wait for the disk, for all of them.
import { performance } from "node:perf_hooks";
import type { SqlDatabase } from "./driver.ts";
import { LedgerError, storageFaultOf } from "./ledger-error.ts";

/** So many writes share a commit at most: what comes later waits for the next one. */
const MAX_WRITES_PER_COMMIT = 64;

/** No write waits longer than this for others that join its commit. */
const MAX_MS_PER_COMMIT = 5;

export interface WriteQueue {
  /** Resolves after the commit; rejects when this write, or the commit, fails. */
  write<T>(work: () => T, options?: WriteOptions): Promise<T>;
  /** Whether a write waits for its commit. */
  isBusy(): boolean;
  /** The last commit, if it failed. */
  fault(): { readonly at: number; readonly message: string } | undefined;
  /** Commits what waits, and refuses what comes later. */
  close(): void;
}

interface WriteOptions {
  /** It changes nothing but the store, so that it may run again after a rollback. */
  readonly isRepeatable?: boolean;
}

interface WriteQueueOptions {
  readonly clock: () => number;
  /** Before each commit: why nothing may be written. */
  readonly findFault: () => LedgerError | undefined;
  /** Within each transaction, before its writes: why this process may not write any more. */
  readonly findLoss: () => LedgerError | undefined;
}

interface QueuedWrite {
  readonly work: () => unknown;
  readonly isRepeatable: boolean;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Calls into SQLite block the thread: while one commit waits for the disk, the writes of the next one
 * arrive. A single write does not wait.
 */
export function createWriteQueue(
  database: SqlDatabase,
  { clock, findFault, findLoss }: WriteQueueOptions,
): WriteQueue {
  const waiting: QueuedWrite[] = [];
  let isScheduled = false;
  let isClosed = false;
  let fault: ReturnType<WriteQueue["fault"]>;
  const begin = database.prepare("BEGIN IMMEDIATE");
  const commit = database.prepare("COMMIT");
  const startBatch = database.prepare("SAVEPOINT batch");
  const savepoint = database.prepare("SAVEPOINT one");
  const release = database.prepare("RELEASE one");

  function schedule(): void {
    if (isScheduled || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(flush);
  }

  function flush(): void {
    isScheduled = false;
    if (waiting.length > 0) commitSome();
    schedule();
  }

  function commitSome(): void {
    const batch = waiting.splice(0, MAX_WRITES_PER_COMMIT);
    try {
      const found = findFault();
      if (found !== undefined) throw found;
      begin.run();
      const lost = findLoss();
      if (lost !== undefined) throw lost;
      startBatch.run();
      const settle = runInTime(batch);
      commit.run();
      fault = undefined;
      waiting.unshift(...batch.slice(settle.length));
      for (const done of settle) done();
    } catch (error) {
      rollBack();
      const failure =
        error instanceof LedgerError ? error : (storageFaultOf(error) ?? commitFailure(error));
      fault = { at: clock(), message: failure.message };
      for (const write of batch) write.reject(failure);
    }
  }

  /** Writes as many as there is time for. Returns functions that settle their promises after the commit. */
  function runInTime(batch: readonly QueuedWrite[]): (() => void)[] {
    if (!batch.every(({ isRepeatable }) => isRepeatable)) return runAll(batch, runInSavepoint);
    try {
      return runAll(batch, run);
    } catch (error) {
      if (storageFaultOf(error) !== undefined) throw error;
      // Savepoints cost 5 % of an acceptance, so only a batch in which a write has failed has them.
      database.exec("ROLLBACK TO batch");
      return runAll(batch, runInSavepoint);
    }
  }

  function runAll(
    batch: readonly QueuedWrite[],
    runOne: (write: QueuedWrite) => () => void,
  ): (() => void)[] {
    const settle: (() => void)[] = [];
    const start = performance.now();
    for (const write of batch) {
      settle.push(runOne(write));
      if (performance.now() - start >= MAX_MS_PER_COMMIT) break;
    }
    return settle;
  }

  function run({ work, resolve }: QueuedWrite): () => void {
    const value = work();
    return () => resolve(value);
  }

  /** One write that fails must not fail the others of its transaction. */
  function runInSavepoint({ work, resolve, reject }: QueuedWrite): () => void {
    savepoint.run();
    try {
      const value = work();
      release.run();
      return () => resolve(value);
    } catch (error) {
      // After a fault of the disk SQLite may have ended the transaction by itself.
      if (storageFaultOf(error) !== undefined) throw error;
      database.exec("ROLLBACK TO one; RELEASE one");
      return () => reject(error);
    }
  }

  function rollBack(): void {
    try {
      database.exec("ROLLBACK");
    } catch {
      // SQLite has rolled back by itself.
    }
  }

  return {
    write<T>(work: () => T, { isRepeatable = false }: WriteOptions = {}): Promise<T> {
      if (isClosed) {
        return Promise.reject(new LedgerError("ledger_closed", "The host has stopped"));
      }
      return new Promise<T>((resolve, reject) => {
        waiting.push({ work, isRepeatable, resolve: (value) => resolve(value as T), reject });
        schedule();
      });
    },
    isBusy: () => waiting.length > 0,
    fault: () => fault,
    close() {
      isClosed = true;
      while (waiting.length > 0) commitSome();
    },
  };
}

function commitFailure(error: unknown): LedgerError {
  const text = error instanceof Error ? error.message : String(error);
  return new LedgerError("storage_failed", `The store cannot be written: ${text}`, {
    cause: error,
  });
}

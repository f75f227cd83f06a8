// A path → the lock of what it stands for, for parts beside the ledger: one process at a time.
import type { SqlDriver } from "./driver/driver.ts";
import { loadDriver } from "./driver/load-driver.ts";
import { findLockOwner, type LockPathResult, lockPath } from "./open/lock.ts";

/** Whether the lock was free. */
export type LockFileResult = LockPathResult;

/**
 * Takes the lock of a path, or says which process has it. Waits for nobody. The system gives the lock up when the
 * process dies, also by `kill -9`. Rejects where the file cannot be made, and where there is no SQLite library.
 *
 * @example
 * ```ts
 * const lock = await lockFile("/var/lib/app/mailbox.lock");
 * if (lock.ok) lock.release();
 * ```
 */
export async function lockFile(path: string): Promise<LockFileResult> {
  return lockPath(await driver(), path);
}

/** The process that has the lock of a path; undefined where nobody has it. Makes no file. */
export async function findLockFileOwner(
  path: string,
): Promise<{ readonly processId?: number } | undefined> {
  return findLockOwner(await driver(), path);
}

async function driver(): Promise<SqlDriver> {
  const loaded = await loadDriver();
  if (loaded.ok) return loaded.driver;
  throw new Error(`${loaded.message}. ${loaded.hint}.`);
}

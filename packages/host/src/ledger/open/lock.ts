// A path → a lock, so that one process at a time uses the file or folder.
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadDriver, resultCodeOf, SQLITE_BUSY, type SqlDriver } from "../driver.ts";
import type { OpenProblem } from "../ledger-error.ts";
import { createPrivateFile, LOCK_FILE, STORE_FILE } from "./state-folder.ts";

export interface FolderLock {
  /** Whether a process has had the store of this folder before. */
  readonly wasOwned: boolean;
  /** Writes down that this process has it. */
  readonly own: () => void;
  /** Another process has it: its note stays when this one ends. */
  readonly disown: () => void;
  readonly release: () => void;
}

type LockResult =
  | ({ readonly ok: true } & FolderLock)
  | { readonly ok: false; readonly problem: OpenProblem };

/** Whether the lock was free. */
type LockPathResult =
  | { readonly ok: true; readonly release: () => void }
  /** The process that has it, where that is known. */
  | { readonly ok: false; readonly processId?: number };

/**
 * `shared`: of processes that take turns by a lease, each holds the lock with the others, and one that wants it alone
 * does not get it.
 */
type LockMode = "alone" | "shared";

export function lockFolder(
  driver: SqlDriver,
  folder: string,
  mode: LockMode = "alone",
): LockResult {
  const path = join(folder, LOCK_FILE);
  const lock = takeLock(driver, path, mode);
  if (!lock.ok) return { ok: false, problem: inUse(folder, lock.processId) };
  const ownerPath = ownerPathOf(path);
  let isOwner = false;
  return {
    ok: true,
    wasOwned: existsSync(ownerPath),
    own: () => {
      isOwner = true;
      try {
        writeOwner(ownerPath);
      } catch {
        // A full disk must not prevent opening an existing store. Only the message of a second process lacks the id.
      }
    },
    disown: () => {
      isOwner = false;
    },
    release: () => {
      try {
        if (isOwner) writeFileSync(ownerPath, "");
      } catch {
        // The folder is gone.
      }
      lock.release();
    },
  };
}

/**
 * The file of the lock may be removed while a process has it. That process also has the store open, and SQLite keeps a
 * shared lock on an open store, which a lock for one alone does not get. Where the last host has given the store up,
 * it is open in a program that reads it, or in this process, which closes it when it collects its memory.
 */
export function findOtherUser(driver: SqlDriver, folder: string): OpenProblem | undefined {
  const path = join(folder, STORE_FILE);
  const ownerPath = ownerPathOf(join(folder, LOCK_FILE));
  if (isGivenUp(ownerPath)) return undefined;
  for (let tries = 1; isOpenElsewhere(driver, path); tries++) {
    if (tries === MAX_LOOKS) return inUse(folder, readOwner(ownerPath).processId);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, MAX_LOOK_MS);
  }
  return undefined;
}

/** A program that only reads the store for a moment is waited for. */
const MAX_LOOKS = 10;

function isGivenUp(ownerPath: string): boolean {
  return statSync(ownerPath, { throwIfNoEntry: false })?.size === 0;
}

function isOpenElsewhere(driver: SqlDriver, path: string): boolean {
  const database = driver.open(path);
  try {
    // libsql closes a database with a prepared statement only when that is collected.
    database.exec("PRAGMA locking_mode = EXCLUSIVE; SELECT name FROM sqlite_master");
    return false;
  } catch (error) {
    // Whatever else is wrong is found when the store is opened.
    return resultCodeOf(error) === SQLITE_BUSY;
  } finally {
    database.close();
  }
}

/**
 * The lock is SQLite's own, on a database that is used for nothing else: the system gives it up when the process
 * dies, also by `kill -9`. Its owner is written to a separate file, because a locked database cannot be read.
 */
export function takeLock(driver: SqlDriver, path: string, mode: LockMode): LockPathResult {
  createPrivateFile(path);
  const database = driver.open(path);
  try {
    database.exec(`PRAGMA busy_timeout = ${MAX_LOOK_MS}`);
    if (mode === "alone") database.exec("BEGIN EXCLUSIVE");
    // A transaction that has read keeps SQLite's shared lock.
    else database.exec("BEGIN; SELECT name FROM sqlite_master");
  } catch (error) {
    database.close();
    if (resultCodeOf(error) !== SQLITE_BUSY) throw error;
    return { ok: false, ...readOwner(ownerPathOf(path)) };
  }
  return {
    ok: true,
    release() {
      database.exec("ROLLBACK");
      database.close();
    },
  };
}

function writeOwner(path: string): void {
  createPrivateFile(path);
  writeFileSync(path, String(process.pid));
}

/** Who only looks has the lock for less than a millisecond. */
const MAX_LOOK_MS = 50;

/** Undefined: no process has the lock. */
function findLockOwner(
  driver: SqlDriver,
  path: string,
): { readonly processId?: number } | undefined {
  if (!existsSync(path)) return undefined;
  const database = driver.open(path);
  try {
    database.exec("PRAGMA busy_timeout = 0");
    database.prepare("SELECT name FROM sqlite_master").all();
    return undefined;
  } catch (error) {
    if (resultCodeOf(error) !== SQLITE_BUSY) throw error;
    return readOwner(ownerPathOf(path));
  } finally {
    database.close();
  }
}

function ownerPathOf(path: string): string {
  return `${path}.pid`;
}

function inUse(folder: string, processId: number | undefined): OpenProblem {
  const owner = processId === undefined ? "another process" : `process ${processId}`;
  const stop = processId === undefined ? "Stop that process" : `Stop it ("kill ${processId}")`;
  return {
    code: "store_in_use",
    message: `The store in ${folder} is used by ${owner}`,
    hint: `${stop}, or give this host a state folder of its own`,
  };
}

function readOwner(path: string): { readonly processId?: number } {
  try {
    const text = readFileSync(path, "utf8");
    return /^\d{1,10}$/.test(text) ? { processId: Number(text) } : {};
  } catch {
    return {};
  }
}

/** Whether the lock was free. */
export type LockFileResult = LockPathResult;

/**
 * Takes the lock of a path, or says which process has it. Does not wait. The system gives the lock up when the
 * process dies, also by `kill -9`. Rejects if the file cannot be created, or without a SQLite library.
 *
 * @example
 * ```ts
 * const lock = await lockFile("/var/lib/app/mailbox.lock");
 * if (lock.ok) lock.release();
 * ```
 */
export async function lockFile(path: string): Promise<LockFileResult> {
  const lock = takeLock(await driver(), path, "alone");
  if (lock.ok) writeOwner(ownerPathOf(path));
  return lock;
}

/** The process that has the lock of a path, or undefined. Creates no file. */
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

// A state folder → the ledger, or the problem that says what to do.
import { existsSync, statfsSync } from "node:fs";
import { join } from "node:path";
import type { Ledger, LedgerLimits } from "../model/ledger.ts";
import { createLedger } from "./create-ledger.ts";
import type { SqlDatabase, SqlDriver } from "./driver/driver.ts";
import { loadDriver } from "./driver/load-driver.ts";
import { lockFolder } from "./open/lock.ts";
import { errorText, type OpenProblem } from "./open/open-problem.ts";
import { createStoreFile, prepareDatabase } from "./open/prepare-database.ts";
import { createPrivateFile, prepareStateFolder, STORE_FILE } from "./open/state-folder.ts";

/** Where the store lies and what it needs of the world. */
export interface OpenLedgerOptions {
  /** Made if it is missing, for its owner alone. */
  readonly folder: string;
  readonly limits: LedgerLimits;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly warn: (message: string) => void;
  /** The SQLite library. Default: Node's own, else libsql. */
  readonly driver?: SqlDriver | SqlDriver["id"];
  /** Free bytes of the disk. Default: as the file system says. */
  readonly freeBytes?: () => number;
}

/** The ledger, or why it cannot be opened and what to do. */
export type OpenLedgerResult =
  | { readonly ok: true; readonly ledger: Ledger }
  | { readonly ok: false; readonly problem: OpenProblem };

/**
 * Opens the store of a state folder, which one process at a time has. Never rejects.
 *
 * @example
 * ```ts
 * const opened = await openLedger({ folder, limits: DEFAULT_LIMITS, clock: Date.now, warn });
 * ```
 */
export async function openLedger(options: OpenLedgerOptions): Promise<OpenLedgerResult> {
  const { folder, driver: wanted } = options;
  const loaded =
    typeof wanted === "object" ? ({ ok: true, driver: wanted } as const) : await loadDriver(wanted);
  if (!loaded.ok) {
    const { message, hint } = loaded;
    return { ok: false, problem: { code: "no_sqlite", message, hint } };
  }
  const problem = prepareStateFolder(folder);
  if (problem !== undefined) return { ok: false, problem };
  try {
    return openStore(loaded.driver, options);
  } catch (error) {
    return {
      ok: false,
      problem: {
        code: "store_unusable",
        message: `The store in ${folder} cannot be used: ${errorText(error)}`,
        hint: "Check the disk and the rights of the state folder",
      },
    };
  }
}

function openStore(driver: SqlDriver, options: OpenLedgerOptions): OpenLedgerResult {
  const { folder, limits, clock, warn } = options;
  const path = join(folder, STORE_FILE);
  const { freeBytes = () => freeBytesOf(folder) } = options;
  const lock = lockFolder(driver, folder);
  if (!lock.ok) return lock;
  let database: SqlDatabase | undefined;
  const refuse = (problem: OpenProblem): OpenLedgerResult => {
    database?.close();
    lock.release();
    return { ok: false, problem };
  };
  try {
    const unmade = existsSync(path) ? undefined : createStoreFile(driver, { path });
    if (unmade !== undefined) return refuse(unmade);
    createPrivateFile(path);
    database = driver.open(path);
    const problem = prepareDatabase(database, { path, warn, freeBytes });
    if (problem !== undefined) return refuse(problem);
    const release = releaseOf(database, lock.release);
    const ports = { limits, clock, warn, freeBytes };
    return { ok: true, ledger: createLedger({ database, path, release, ...ports }) };
  } catch (error) {
    database?.close();
    lock.release();
    throw error;
  }
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function releaseOf(database: SqlDatabase, unlock: () => void): () => void {
  return () => {
    // What is left in the log of writes goes into the file: a copy of the file is complete then.
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    database.close();
    unlock();
  };
}

// The state folder → the right to be the only process that uses its store.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { resultCodeOf, SQLITE_BUSY, type SqlDriver } from "../driver/driver.ts";
import type { OpenProblem } from "./open-problem.ts";
import { createPrivateFile, LOCK_FILE } from "./state-folder.ts";

export type LockResult =
  | { readonly ok: true; readonly release: () => void }
  | { readonly ok: false; readonly problem: OpenProblem };

/**
 * The lock is SQLite's own, on a database beside the store: the system gives it up when the process dies,
 * also by `kill -9`. Who has it stands in a file of its own, because a locked database cannot be read.
 */
export function lockFolder(driver: SqlDriver, folder: string): LockResult {
  const path = join(folder, LOCK_FILE);
  const ownerPath = `${path}.pid`;
  createPrivateFile(path);
  const database = driver.open(path);
  try {
    database.exec("PRAGMA busy_timeout = 0");
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (resultCodeOf(error) !== SQLITE_BUSY) throw error;
    return { ok: false, problem: inUse(folder, ownerPath) };
  }
  createPrivateFile(ownerPath);
  writeFileSync(ownerPath, String(process.pid));
  return {
    ok: true,
    release() {
      database.exec("ROLLBACK");
      database.close();
    },
  };
}

function inUse(folder: string, ownerPath: string): OpenProblem {
  const pid = readOwner(ownerPath);
  const owner = pid === undefined ? "another process" : `process ${pid}`;
  const stop = pid === undefined ? "Stop that process" : `Stop it ("kill ${pid}")`;
  return {
    code: "store_in_use",
    message: `The store in ${folder} is used by ${owner}`,
    hint: `${stop}, or give this host a state folder of its own`,
  };
}

function readOwner(path: string): string | undefined {
  try {
    const text = readFileSync(path, "utf8");
    return /^\d{1,10}$/.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

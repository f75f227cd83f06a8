// An open file → a store of the present version, checked; or the reason why it is refused.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  resultCodeOf,
  SQLITE_CORRUPT,
  SQLITE_NOTADB,
  SQLITE_READONLY,
  type SqlDatabase,
} from "../driver/driver.ts";
import { errorText, type OpenProblem } from "./open-problem.ts";
import { APPLICATION_ID, VERSIONS } from "./schema.ts";
import { createPrivateFile } from "./state-folder.ts";

/** A check reads every page: 170 MB take 0.3 s. A larger store is not checked, so that it starts. */
const MAX_CHECKED_BYTES = 268_435_456;

export interface PrepareOptions {
  readonly path: string;
  readonly warn: (message: string) => void;
  /** The texts that make each version. */
  readonly versions?: readonly string[];
}

export function prepareDatabase(
  database: SqlDatabase,
  { path, warn, versions = VERSIONS }: PrepareOptions,
): OpenProblem | undefined {
  try {
    database.exec("PRAGMA busy_timeout = 5000");
    const version = readNumber(database, "user_version");
    const isNew = version === 0 && readNumber(database, "schema_version") === 0;
    const problem = isNew ? undefined : findProblem(database, { path, version, versions });
    if (problem !== undefined) return problem;
    // Only a database without tables takes this setting: deleted rows give their space back.
    if (isNew) database.exec("PRAGMA auto_vacuum = INCREMENTAL");
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA journal_size_limit = 67108864;`);
    if (version < versions.length) upgrade(database, { path, warn, version, versions, isNew });
    return undefined;
  } catch (error) {
    return problemOf(error, path);
  }
}

function findProblem(
  database: SqlDatabase,
  { path, version, versions }: { path: string; version: number; versions: readonly string[] },
): OpenProblem | undefined {
  if (readNumber(database, "application_id") !== APPLICATION_ID) {
    return {
      code: "store_foreign",
      message: `${path} is a database of another program`,
      hint: "Name another state folder",
    };
  }
  if (version > versions.length) {
    return {
      code: "store_newer",
      message: `${path} has version ${version}, and this release knows versions up to ${versions.length}`,
      hint: "Update Hookwright, or name another state folder",
    };
  }
  if (statSync(path).size > MAX_CHECKED_BYTES) return undefined;
  const result = database.prepare("PRAGMA quick_check(1)").all()[0]?.["quick_check"];
  return result === "ok" ? undefined : damaged(path, String(result));
}

function upgrade(
  database: SqlDatabase,
  options: PrepareOptions & { version: number; versions: readonly string[]; isNew: boolean },
): void {
  const { path, warn, version, versions, isNew } = options;
  if (!isNew) {
    const copy = join(dirname(path), `ledger-version-${version}.sqlite`);
    keepCopy(database, copy);
    warn(`The store is upgraded to version ${versions.length}; a copy of the old one is ${copy}`);
  }
  database.exec("BEGIN EXCLUSIVE");
  try {
    for (const text of versions.slice(version)) database.exec(text);
    database.exec(`PRAGMA application_id = ${APPLICATION_ID};
      PRAGMA user_version = ${versions.length};`);
    database.exec("COMMIT");
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}

/** The copy has its name only when it is complete: a kill in between leaves a file that says so. */
function keepCopy(database: SqlDatabase, copy: string): void {
  const part = `${copy}.part`;
  rmSync(part, { force: true });
  createPrivateFile(part);
  database.prepare("VACUUM INTO ?").run(part);
  const file = openSync(part, "r");
  fsyncSync(file);
  closeSync(file);
  renameSync(part, copy);
}

function readNumber(database: SqlDatabase, pragma: string): number {
  return database.prepare(`PRAGMA ${pragma}`).get()?.[pragma] as number;
}

function problemOf(error: unknown, path: string): OpenProblem {
  const code = resultCodeOf(error);
  if (code === SQLITE_CORRUPT || code === SQLITE_NOTADB) return damaged(path, errorText(error));
  if (code === SQLITE_READONLY) {
    return {
      code: "store_read_only",
      message: `${path} is read-only`,
      hint: "Make the state folder and its files writable for this user",
    };
  }
  return {
    code: "store_unusable",
    message: `${path} cannot be used: ${errorText(error)}`,
    hint: "Check the disk and the rights of the state folder",
  };
}

function damaged(path: string, found: string): OpenProblem {
  return {
    code: "store_damaged",
    message: `The store ${path} is damaged: ${found}`,
    hint: "It is left as it is. Restore a copy of the folder, or move it away to begin with an empty one",
  };
}

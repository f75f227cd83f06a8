// The path of a store → a new one under its name; an open one → that of the present version, checked, or why it is refused.
import {
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { errorText } from "@hookwright/base";
import { system } from "@hookwright/node-kit/system";
import {
  resultCodeOf,
  SQLITE_CORRUPT,
  SQLITE_NOTADB,
  SQLITE_READONLY,
  type SqlDatabase,
  type SqlDriver,
} from "../driver.ts";
import type { OpenProblem } from "../ledger-error.ts";
import { APPLICATION_ID, VERSIONS } from "./schema.ts";
import { createPrivateFile } from "./state-folder.ts";

/** A check reads every page: 170 MB take 0.3 s. A larger store is not checked, so that it starts. */
const MAX_CHECKED_BYTES = 268_435_456;

interface PrepareOptions {
  readonly path: string;
  readonly warn: (message: string) => void;
  /** Free bytes of the disk. */
  readonly freeBytes: () => number;
  /** The texts that make each version. */
  readonly versions?: readonly string[];
}

interface CreateOptions extends Pick<PrepareOptions, "path" | "versions"> {
  /** Whether a host has had a store in this folder. */
  readonly hadStore?: boolean;
}

const NEW_SUFFIX = ".new";

/**
 * A new store has its name only when its first commit is on the disk: a file under that name is never one that a
 * killed start left, so an empty one is a damaged store. Call it with the lock of the folder.
 */
export function createStoreFile(
  driver: SqlDriver,
  { path, versions = VERSIONS, hadStore = false }: CreateOptions,
): OpenProblem | undefined {
  const problem = whyNoNewStore(path, hadStore);
  if (problem !== undefined) return problem;
  const part = `${path}${NEW_SUFFIX}`;
  for (const file of [part, `${part}-journal`]) rmSync(file, { force: true });
  createPrivateFile(part);
  const database = driver.open(part);
  try {
    // Only a database without tables takes this setting: deleted rows give their space back.
    database.exec("PRAGMA auto_vacuum = INCREMENTAL; PRAGMA synchronous = FULL;");
    writeVersions(database, { from: 0, versions });
  } finally {
    database.close();
  }
  renameDurably(part, path);
  return undefined;
}

/** Why no new store may be created although there is no file: an empty one could be mistaken for the missing one. */
function whyNoNewStore(path: string, hadStore: boolean): OpenProblem | undefined {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
    return {
      code: "store_missing",
      message: `The store ${path} is a link to ${readlinkSync(path)}, which is missing`,
      hint: "Mount or restore what it leads to, or remove the link to begin with an empty store",
    };
  }
  // SQLite would take this log for the one of the new store.
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    return damaged(path, "the file is missing, and its log of writes is there");
  }
  if (!hadStore) return undefined;
  return {
    code: "store_missing",
    message: `The store ${path} is missing, and this folder has had one`,
    hint: "Restore it, or move the whole folder away to begin with an empty store",
  };
}

export function prepareDatabase(
  database: SqlDatabase,
  options: PrepareOptions,
): OpenProblem | undefined {
  const { path, versions = VERSIONS } = options;
  try {
    database.exec("PRAGMA busy_timeout = 5000");
    const version = readNumber(database, "user_version");
    const problem = findProblem(database, { path, version, versions });
    if (problem !== undefined) return problem;
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA journal_size_limit = 67108864;`);
    if (version < versions.length) upgrade(database, { ...options, version, versions });
    if (readNumber(database, "auto_vacuum") !== INCREMENTAL) rewrite(database, options);
    return undefined;
  } catch (error) {
    return problemOf(error, path);
  }
}

/** https://sqlite.org/pragma.html#pragma_auto_vacuum */
const INCREMENTAL = 2;

/** A copy that another program made may lack the setting, and would never give space back. */
function rewrite(database: SqlDatabase, { path, warn, freeBytes }: PrepareOptions): void {
  // The new pages are in the write-ahead log and in a temporary file before they replace the old ones.
  const needed = 2 * statSync(path).size;
  if (freeBytes() < needed) {
    const size = Math.ceil(needed / 1_048_576);
    warn(`The store ${path} cannot give space back before a start with ${size} MiB of free disk`);
    return;
  }
  warn(`The store ${path} is written anew once, so that it gives space back from now on`);
  try {
    database.exec("PRAGMA auto_vacuum = INCREMENTAL; VACUUM;");
  } catch (error) {
    // The store is as it was, and works.
    warn(`The store ${path} cannot be written anew: ${errorText(error)}`);
  }
}

function findProblem(
  database: SqlDatabase,
  { path, version, versions }: { path: string; version: number; versions: readonly string[] },
): OpenProblem | undefined {
  if (statSync(path).size === 0 || readNumber(database, "schema_version") === 0) {
    return damaged(path, "it is empty");
  }
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
  options: PrepareOptions & { readonly version: number; readonly versions: readonly string[] },
): void {
  const { path, warn, version, versions } = options;
  const copy = join(dirname(path), `ledger-version-${version}.sqlite`);
  keepCopy(database, copy);
  warn(`The store is upgraded to version ${versions.length}; a copy of the old one is ${copy}`);
  writeVersions(database, { from: version, versions });
}

function writeVersions(
  database: SqlDatabase,
  { from, versions }: { readonly from: number; readonly versions: readonly string[] },
): void {
  database.exec("BEGIN EXCLUSIVE");
  try {
    for (const text of versions.slice(from)) database.exec(text);
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
  renameDurably(part, copy);
}

/** The content is on the disk before the name is, and the name before this returns. */
function renameDurably(from: string, to: string): void {
  sync(from);
  renameSync(from, to);
  if (system.opensFolders) sync(dirname(to));
}

function sync(path: string): void {
  const file = openSync(path, system.syncFlag);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
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

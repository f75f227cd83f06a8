// The runtime → an SQLite library (node:sqlite from Node 22.13, else libsql), as the few functions that both have.

export type SqlValue = string | number | null;

export type SqlRow = Readonly<Record<string, unknown>>;

export interface SqlStatement {
  run(...values: readonly SqlValue[]): { readonly changes: number };
  get(...values: readonly SqlValue[]): SqlRow | undefined;
  all(...values: readonly SqlValue[]): readonly SqlRow[];
}

/** Calls are synchronous: a transaction never spans two turns of the event loop. */
export interface SqlDatabase {
  exec(text: string): void;
  prepare(text: string): SqlStatement;
  close(): void;
}

export interface SqlDriver {
  readonly id: "node" | "libsql";
  open(path: string): SqlDatabase;
}

/** The primary result codes of SQLite that are used here: https://sqlite.org/rescode.html */
export const SQLITE_BUSY = 5;
export const SQLITE_READONLY = 8;
export const SQLITE_IOERR = 10;
export const SQLITE_CORRUPT = 11;
export const SQLITE_FULL = 13;
export const SQLITE_NOTADB = 26;

/** The primary result code of an error of either library; undefined for any other error. */
export function resultCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const { errcode, rawCode } = error as { errcode?: unknown; rawCode?: unknown };
  const code = typeof errcode === "number" ? errcode : rawCode;
  if (typeof code === "number") return code & 0xff;
  // libsql has no code if the file cannot be opened, but the message ends with it.
  const opened = /^ConnectionFailed\(".*: (\d+)"\)$/s.exec(error.message)?.[1];
  return opened === undefined ? undefined : Number(opened) & 0xff;
}

type LoadDriverResult =
  | { readonly ok: true; readonly driver: SqlDriver }
  | { readonly ok: false; readonly message: string; readonly hint: string };

/** The part of both libraries that is used; @types/node of Node 20 knows no node:sqlite. */
interface LibraryDatabase {
  exec(text: string): void;
  prepare(text: string): LibraryStatement;
  close(): void;
}

interface LibraryStatement {
  run(...values: unknown[]): { readonly changes: number | bigint };
  get(...values: unknown[]): Record<string, unknown> | undefined;
  all(...values: unknown[]): Record<string, unknown>[];
}

type DatabaseClass = new (path: string) => LibraryDatabase;

/** `wanted` is for tests; without it the runtime's own library goes first. */
export async function loadDriver(wanted?: SqlDriver["id"]): Promise<LoadDriverResult> {
  if (wanted !== "libsql") {
    const own = findNodeSqlite();
    if (own !== undefined) return { ok: true, driver: driverOf("node", own) };
  }
  const library = wanted === "node" ? undefined : await importLibsql();
  if (library !== undefined) return { ok: true, driver: driverOf("libsql", library) };
  return {
    ok: false,
    message: `No SQLite library was found for Node ${process.versions.node}`,
    hint: 'Use Node 22.13 or newer, which includes one, or install one: "npm install libsql@0.5.29"',
  };
}

function findNodeSqlite(): DatabaseClass | undefined {
  if (!hasNodeSqlite(process.versions.node)) return undefined;
  const { getBuiltinModule } = process as { getBuiltinModule?: (id: string) => unknown };
  const emitWarning = process.emitWarning;
  // The module is loaded synchronously: no other warning can fall into this gap.
  process.emitWarning = () => undefined;
  try {
    const found = getBuiltinModule?.("node:sqlite") as { DatabaseSync: DatabaseClass } | undefined;
    return found?.DatabaseSync;
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Before 22.13 the module needs a flag. */
export function hasNodeSqlite(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 22 ? major !== 23 || minor >= 4 : major === 22 && minor >= 13;
}

async function importLibsql(): Promise<DatabaseClass | undefined> {
  try {
    const { default: library } = (await import("libsql")) as { default: unknown };
    return library as DatabaseClass;
  } catch {
    return undefined;
  }
}

function driverOf(id: SqlDriver["id"], Database: DatabaseClass): SqlDriver {
  return {
    id,
    open(path): SqlDatabase {
      const database = new Database(path);
      return {
        exec: (text) => database.exec(text),
        prepare: (text) => statementOf(database.prepare(text), id),
        close: () => database.close(),
      };
    },
  };
}

function statementOf(statement: LibraryStatement, id: SqlDriver["id"]): SqlStatement {
  // libsql takes one `null`, and one value that is an object, for named parameters: it gets an array.
  const pass = id === "libsql" ? (values: readonly SqlValue[]) => [values] : asIs;
  return {
    run: (...values) => ({ changes: Number(statement.run(...pass(values)).changes) }),
    get: (...values) => statement.get(...pass(values)),
    all: (...values) => statement.all(...pass(values)),
  };
}

function asIs(values: readonly SqlValue[]): readonly unknown[] {
  return values;
}

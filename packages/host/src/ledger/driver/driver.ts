// What the ledger needs of an SQLite library: the few functions that both libraries have.

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

/** SQLite's primary result codes that have a meaning here: https://sqlite.org/rescode.html */
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
  // libsql gives no code where the file cannot be opened, but ends the message with it.
  const opened = /^ConnectionFailed\(".*: (\d+)"\)$/s.exec(error.message)?.[1];
  return opened === undefined ? undefined : Number(opened) & 0xff;
}

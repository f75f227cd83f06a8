// A failure of the store → an error with a code that the engine and the answer to a sender can use.
import {
  resultCodeOf,
  SQLITE_CORRUPT,
  SQLITE_FULL,
  SQLITE_IOERR,
  SQLITE_NOTADB,
  SQLITE_READONLY,
} from "./driver.ts";

/**
 * `storage_full`: the disk is full; nothing was written. `storage_failed`: the disk or the file refuses to
 * be written. `lease_lost`: another process has taken the store over. `transition_refused`: the record is in
 * another state by now. `not_found`: there is no such record. `ledger_closed`: the host has stopped. `cursor_invalid`:
 * the cursor is not one of this list.
 */
type LedgerErrorCode =
  | "storage_full"
  | "storage_failed"
  | "lease_lost"
  | "transition_refused"
  | "not_found"
  | "ledger_closed"
  | "cursor_invalid";

export class LedgerError extends Error {
  readonly code: LedgerErrorCode;

  constructor(code: LedgerErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "LedgerError";
    this.code = code;
  }
}

/** What is written now would be lost when the process ends. */
export function storeLost(path: string, found: string): LedgerError {
  const message = `The store ${path} is not the one that was opened: ${found}. Nothing is written to it. Put it back, or stop the host, put the right one there, and start it`;
  return new LedgerError("storage_failed", message);
}

const STORAGE_FAULTS: ReadonlyMap<number, readonly [LedgerErrorCode, string]> = new Map([
  [SQLITE_FULL, ["storage_full", "The disk of the store is full: free some space"]],
  [SQLITE_READONLY, ["storage_failed", "The store is read-only: make its folder writable"]],
  [SQLITE_IOERR, ["storage_failed", "The disk of the store reports an error: check the disk"]],
  [SQLITE_CORRUPT, ["storage_failed", "The store is damaged: stop, and restore a copy"]],
  [SQLITE_NOTADB, ["storage_failed", "The store is damaged: stop, and restore a copy"]],
]);

/** The fault of the disk or the file behind an error; undefined for an error of one statement. */
export function storageFaultOf(error: unknown): LedgerError | undefined {
  const code = resultCodeOf(error);
  const fault = code === undefined ? undefined : STORAGE_FAULTS.get(code);
  return fault && new LedgerError(fault[0], fault[1], { cause: error });
}

/** Why a store cannot be opened, and what to do about it. */
export interface OpenProblem {
  readonly code:
    | "no_sqlite"
    | "state_folder_shared"
    | "state_folder_unusable"
    | "store_in_use"
    | "store_newer"
    | "store_foreign"
    | "store_damaged"
    | "store_missing"
    | "store_read_only"
    | "store_unusable"
    | "standby_ended";
  readonly message: string;
  readonly hint: string;
}

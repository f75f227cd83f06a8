// The port of the lock: one process at a time uses the state of an account.
import type { StateProblem } from "./state-file.ts";

/** Whether the lock was free. */
export type LockResult =
  | { readonly ok: true; readonly release: () => void }
  /** The process that holds it, if it is known. */
  | { readonly ok: false; readonly processId?: number };

/**
 * Takes the lock of a path without waiting, and rejects if a lock is impossible. The system releases it when the
 * process ends, also by `kill -9`. `@hookwright/host` has an implementation: `lockFile`.
 */
export type LockFile = (path: string) => Promise<LockResult>;

export const LOCK_NAME = "lock";

/** Another process has the lock. The hint must not suggest another state folder: both would post each mail. */
export function problemOfOwner(account: string, processId: number | undefined): StateProblem {
  const owner = processId === undefined ? "another process" : `process ${processId}`;
  return {
    code: "state_in_use",
    message: `${account} is watched by ${owner}.`,
    hint:
      processId === undefined ? "Stop that process first." : `Stop it first: "kill ${processId}".`,
  };
}

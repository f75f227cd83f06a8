// The port of the lock: one process at a time has the state of an account.
import type { StateProblem } from "./state-file.ts";

/** Whether the lock was free. */
export type LockResult =
  | { readonly ok: true; readonly release: () => void }
  /** The process that has it, where that is known. */
  | { readonly ok: false; readonly processId?: number };

/**
 * Takes the lock of a path, never waits, and rejects where there can be none. The system gives it up when the
 * process dies, also by `kill -9`. `@hookwright/host` has one: `lockFile`.
 */
export type LockFile = (path: string) => Promise<LockResult>;

export const LOCK_NAME = "lock";

/** Another process has the account. No state folder of one's own is advised: both would post each mail. */
export function problemOfOwner(account: string, processId: number | undefined): StateProblem {
  const owner = processId === undefined ? "another process" : `process ${processId}`;
  return {
    code: "state_in_use",
    message: `${account} is watched by ${owner}.`,
    hint:
      processId === undefined ? "Stop that process first." : `Stop it first: "kill ${processId}".`,
  };
}

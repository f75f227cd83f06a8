// How a mode says that it is time to look into the mailbox.
import type { MailFailure } from "./failure.ts";

/** What came of a look; `needs_login` and `stopped` end the run. */
export type LookResult =
  | { readonly ok: true; readonly posted: number }
  | { readonly ok: false; readonly code: "later" | "needs_login" | "stopped" };

/** Why a run has ended by itself. */
export type LookEnd =
  | { readonly code: "needs_login"; readonly failure: MailFailure }
  | { readonly code: "stopped"; readonly reason: string; readonly hint?: string };

/**
 * Looks until nothing is new. Looks that are asked for while one runs are one more look, and all who asked get
 * its result. Never rejects.
 */
export type Look = () => Promise<LookResult>;

/** Polling, pulling and receiving pushes are triggers: each asks for looks until the signal is aborted. */
export interface Trigger {
  /** A notification is acknowledged after the look that it asked for was successful. */
  readonly run: (look: Look, signal: AbortSignal) => Promise<void>;
}

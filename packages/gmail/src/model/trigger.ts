// How a mode requests a look into the mailbox.
import type { MailFailure } from "./failure.ts";

/** The result of a look; `needs_login` and `stopped` end the run. */
export type LookResult =
  | { readonly ok: true; readonly posted: number }
  | { readonly ok: false; readonly code: "later" | "needs_login" | "stopped" };

/** Why a run ended by itself. */
export type LookEnd =
  | { readonly code: "needs_login"; readonly failure: MailFailure }
  | { readonly code: "stopped"; readonly reason: string; readonly hint?: string };

/**
 * Looks until nothing is new. Looks that are requested during a look are combined into one more, and all requesters
 * get its result. Never rejects.
 */
export type Look = () => Promise<LookResult>;

/** Polling, pulling and receiving pushes are triggers: each requests looks until the signal is aborted. */
export interface Trigger {
  /** A notification is acknowledged after the look that it requested has succeeded. */
  readonly run: (look: Look, signal: AbortSignal) => Promise<void>;
}

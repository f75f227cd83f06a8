// What is kept of a mailbox between runs.
import type { MailFailure } from "./failure.ts";

/** The durable facts of one account. */
export interface AccountState {
  /** All mails before it were posted. */
  readonly cursor?: string;
  /** Ids of mails that were posted, with the time in milliseconds; kept for 7 days. */
  readonly posted: ReadonlyMap<string, number>;
  /** When the watch expires, and when it was last renewed, in milliseconds. */
  readonly watch?: { readonly expiresAt: number; readonly renewedAt: number };
  readonly lastError?: { readonly at: number; readonly failure: MailFailure };
  /** Why the last renewal of the watch failed; absent after a success. */
  readonly watchError?: { readonly at: number; readonly failure: MailFailure };
  /** Why the last pull of notifications failed; absent after a success. */
  readonly pullError?: { readonly at: number; readonly failure: MailFailure };
  readonly needsLogin?: boolean;
}

/** Members are set; a member that is undefined is removed. */
export type StateChange = {
  readonly [Member in keyof Omit<AccountState, "posted">]?: AccountState[Member] | undefined;
};

/** The store of one account: a folder of mode 0700, files of mode 0600. */
export interface AccountStore {
  readonly state: () => AccountState;
  /** Durable (fsync) when the promise resolves. */
  readonly change: (change: StateChange) => Promise<void>;
  /** Durable when the promise resolves. */
  readonly markPosted: (id: string, at: number) => Promise<void>;
  /** Releases the lock. */
  readonly close: () => Promise<void>;
}

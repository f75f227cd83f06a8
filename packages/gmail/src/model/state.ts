// What is kept of a mailbox between runs.
import type { MailFailure } from "./failure.ts";

/** The durable facts of one account. */
export interface AccountState {
  /** Everything before it was posted. */
  readonly cursor?: string;
  /** Ids of mails that were posted, with the time in milliseconds; kept for 7 days. */
  readonly posted: ReadonlyMap<string, number>;
  /** When Gmail stops to notify, and when it was last asked to, in milliseconds. */
  readonly watch?: { readonly expiresAt: number; readonly renewedAt: number };
  readonly lastError?: { readonly at: number; readonly failure: MailFailure };
  /** Why the watch was not renewed the last time; absent once it was. */
  readonly watchError?: { readonly at: number; readonly failure: MailFailure };
  /** Why notifications could not be pulled the last time; absent once they could. */
  readonly pullError?: { readonly at: number; readonly failure: MailFailure };
  readonly needsLogin?: boolean;
}

/** Members that are there are set; one that is undefined is taken away. */
export type StateChange = {
  readonly [Member in keyof Omit<AccountState, "posted">]?: AccountState[Member] | undefined;
};

/** The store of one account: a folder of mode 0700, files of mode 0600. */
export interface AccountStore {
  readonly state: () => AccountState;
  /** Durable (fsync) when the promise is fulfilled. */
  readonly change: (change: StateChange) => Promise<void>;
  /** Durable when the promise is fulfilled. */
  readonly markPosted: (id: string, at: number) => Promise<void>;
  /** Gives up the lock. */
  readonly close: () => Promise<void>;
}

// The port of a mailbox: what the look loop needs from one. Gmail is the first; IMAP can follow.
import type { MailFailure } from "./failure.ts";
import type { Mail } from "./mail.ts";

/** The answer of a mailbox, or the failure. */
export type MailResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: MailFailure };

/** Mails that arrived, or received the label, since a cursor. */
export interface MailChanges {
  /** In order, each once. */
  readonly ids: readonly string[];
  /** The cursor at which the next look begins. */
  readonly cursor: string;
}

/** A mail, and the version of the mailbox in which it was read. */
export interface FoundMail {
  readonly mail: Mail;
  /** Stays the same until the mail is changed, so that a mail that is posted again has the same body. */
  readonly historyId: string;
}

/** A mailbox. No method rejects. Cursors are opaque strings. */
export interface MailSource {
  /** A cursor after everything that the mailbox has now. */
  readonly freshCursor: (signal: AbortSignal) => Promise<MailResult<string>>;
  /** The failure `cursor_gone` says that the mailbox no longer knows the cursor. */
  readonly listChanges: (cursor: string, signal: AbortSignal) => Promise<MailResult<MailChanges>>;
  /** The mails with the label that came after a time, in milliseconds since the epoch; oldest first. */
  readonly listSince: (
    since: number,
    signal: AbortSignal,
  ) => Promise<MailResult<readonly string[]>>;
  /** Undefined if it has been deleted, or must not be posted (sent, draft, spam, trash, without the label by now). */
  readonly readMail: (
    id: string,
    signal: AbortSignal,
  ) => Promise<MailResult<FoundMail | undefined>>;
}

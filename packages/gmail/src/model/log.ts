// The port of the log. An entry contains no token, no body and no header of a mail.
import type { MailFailure } from "./failure.ts";

/** One thing that happened. */
export interface MailLogEntry {
  readonly level: "info" | "warn" | "error";
  /** What happened, for programs: `looked`, `history_gone`, `post_delayed`, `stopped`. */
  readonly event: string;
  /** The mailbox that it is about; absent if no account can be read. */
  readonly account?: string;
  /** One sentence, which does not repeat the account. */
  readonly message: string;
  /** What to do. */
  readonly hint?: string;
  /** Numbers and ids that belong to it: `posted`, `mail`, `waitMs`. */
  readonly details?: Readonly<Record<string, string | number>>;
}

/** Takes each entry; never throws. */
export type MailLog = (entry: MailLogEntry) => void;

/** Adds the account to each entry. */
export function logOfAccount(account: string, log: MailLog): MailLog {
  return (entry) => log({ account, ...entry });
}

/** A failure as an entry. */
export function entryOfFailure(
  failure: MailFailure,
  entry: Pick<MailLogEntry, "level" | "event" | "details">,
): MailLogEntry {
  const { message, hint } = failure;
  return { ...entry, message, ...(hint !== undefined && { hint }) };
}

// Why Google or a mailbox did not do what was asked. Holds no token, no address of a request and no body.

/**
 * `needs_login`: nothing works until somebody logs in again. `cursor_gone`: the history is too old.
 * `not_found`, `exists`, `conflict`: 404, 409 ALREADY_EXISTS and 409 ABORTED. `quota`: too much was asked; later it works.
 * `unavailable`: a network or server error; later it works. `forbidden`, `invalid`: it never works as asked.
 */
export type MailFailureCode =
  | "needs_login"
  | "cursor_gone"
  | "not_found"
  | "exists"
  | "conflict"
  | "quota"
  | "unavailable"
  | "forbidden"
  | "invalid";

/** A failure as data. */
export interface MailFailure {
  readonly code: MailFailureCode;
  /** One sentence. */
  readonly message: string;
  /** What to do. */
  readonly hint?: string;
  /** The HTTP status; absent where no answer came. */
  readonly status?: number;
  /** Google's own word: `authError`, `userRateLimitExceeded`, `FAILED_PRECONDITION`, `invalid_grant`. */
  readonly reason?: string;
  readonly retryAfterMs?: number;
}

/** Whether the same request can work later, without anybody mending anything. */
export function isTemporary({ code }: Pick<MailFailure, "code">): boolean {
  return code === "quota" || code === "unavailable";
}

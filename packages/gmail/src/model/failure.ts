// Why Google or a mailbox refused a request. Contains no token, no request address and no body.

/**
 * `needs_login`: nothing works until somebody logs in again. `cursor_gone`: the history is too old.
 * `not_found`, `exists`, `conflict`: 404, 409 ALREADY_EXISTS and 409 ABORTED. `quota`: too many requests; it works
 * later.
 * `unavailable`: a network or server error; it works later. `forbidden`, `invalid`: it never works as requested.
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
  /** The HTTP status; absent if there was no response. */
  readonly status?: number;
  /** The reason in Google's words: `authError`, `userRateLimitExceeded`, `FAILED_PRECONDITION`, `invalid_grant`. */
  readonly reason?: string;
  readonly retryAfterMs?: number;
}

/** Whether the same request can work later without a correction. */
export function isTemporary({ code }: Pick<MailFailure, "code">): boolean {
  return code === "quota" || code === "unavailable";
}

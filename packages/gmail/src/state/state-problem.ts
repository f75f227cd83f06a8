// Why the state of an account cannot be used, and what to do about it.

/** A problem of the state folder. */
export interface StateProblem {
  readonly code:
    | "account_unusable"
    | "state_shared"
    | "state_unusable"
    | "state_in_use"
    | "state_damaged"
    | "state_newer";
  /** One sentence. */
  readonly message: string;
  readonly hint: string;
}

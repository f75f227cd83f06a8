// An answer of Google's token service that is no success → the failure.
import type { MailFailure } from "../model/failure.ts";
import { needsLogin } from "./needs-login.ts";
import type { ErrorWords } from "./read-error-words.ts";

/** Repeating helps only where the service itself has a problem: the library has tried three times then. */
export function failureOfToken(status: number, words: ErrorWords): MailFailure {
  const [reason = "unknown"] = words.reasons;
  if (reason === "invalid_grant") return needsLogin(reason, status);
  if (status >= 499 || status === 429) {
    return {
      code: "unavailable",
      message: "Google's token service has a problem.",
      status,
      reason,
    };
  }
  return {
    code: "forbidden",
    message: `Google's token service refused the login: ${words.message ?? reason}`,
    hint:
      reason === "unauthorized_client"
        ? "Grant the service account domain-wide delegation for the scope, in the admin console of the Workspace."
        : "Check the client's id and secret, then run `hookwright gmail setup` again.",
    status,
    reason,
  };
}

// What a call of Google's library threw → the failure. The error itself is dropped: it holds the refresh token.
import { parseJson } from "../data/parse-json.ts";
import type { MailFailure } from "../model/failure.ts";
import { needsLogin } from "./needs-login.ts";
import { type ErrorWords, readErrorWords } from "./read-error-words.ts";

/** What is read of an error of the library, and of any other. */
interface LibraryError {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly response?: { readonly status?: unknown; readonly data?: unknown };
}

export function failureOfError(error: unknown): MailFailure {
  const { name, message, code, response } = (error ?? {}) as LibraryError;
  if (typeof response?.status === "number") {
    const { status, data } = response;
    const words = readErrorWords(typeof data === "string" ? parseJson(data) : data);
    return failureOfToken(status, words);
  }
  // "No refresh token is set.", "No access, refresh token, API key or refresh handler callback is set."
  if (typeof message === "string" && /^No (?:access, )?refresh token/.test(message)) {
    return needsLogin("no_refresh_token");
  }
  if (name === "AbortError" || name === "TimeoutError" || code === "TimeoutError") {
    return { code: "unavailable", message: "Google did not answer in time." };
  }
  const reason = typeof code === "string" && /^[A-Z_]{2,40}$/.test(code) ? code : undefined;
  return {
    code: "unavailable",
    message: `Google cannot be reached${reason === undefined ? "" : ` (${reason})`}.`,
    ...(reason !== undefined && { reason }),
  };
}

/** Repeating helps only where the service itself has a problem: the library has tried three times then. */
function failureOfToken(status: number, words: ErrorWords): MailFailure {
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

// An error that Google's library threw → the failure. The error itself is dropped: it contains the refresh token.

import { jsonFromText, readMember } from "@hookwright/base";
import { failureOfFetch } from "@hookwright/node-kit/http";
import { retryAfterMs } from "@hookwright/node-kit/times";
import type { MailFailure } from "../model/failure.ts";

/** The fields that are read of an error of the library, or of any other error. */
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
    const words = readErrorWords(typeof data === "string" ? jsonFromText(data) : data);
    return failureOfToken(status, words);
  }
  // "No refresh token is set.", "No access, refresh token, API key or refresh handler callback is set."
  if (typeof message === "string" && /^No (?:access, )?refresh token/.test(message)) {
    return needsLogin("no_refresh_token");
  }
  if (name === "AbortError" || name === "TimeoutError" || code === "TimeoutError") {
    return { code: "unavailable", message: "Google did not answer in time." };
  }
  const reason = failureOfFetch(error).system;
  return {
    code: "unavailable",
    message: `Google cannot be reached${reason === undefined ? "" : ` (${reason})`}.`,
    ...(reason !== undefined && { reason }),
  };
}

/** Retrying helps only if the service itself has a problem: the library has tried three times by then. */
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

export interface ErrorWords {
  /** Google's message, on one line, at most 300 characters. */
  readonly message?: string | undefined;
  /** Its codes, the most specific first. */
  readonly reasons: readonly string[];
  /** The page that enables a disabled API. */
  readonly activationUrl?: string | undefined;
}

const MAX_MESSAGE_CHARACTERS = 300;

/**
 * Gmail: `{"error":{"message","errors":[{"reason"}],"status"?,"details"?}}`. Pub/Sub: the same without `errors`.
 * The token service: `{"error":"invalid_grant","error_description":"…"}`.
 */
export function readErrorWords(data: unknown): ErrorWords {
  const error = readMember(data, "error");
  if (typeof error === "string") {
    const message = sentence(readMember(data, "error_description")) ?? sentence(error);
    return { message, reasons: [error] };
  }
  const details = list(readMember(error, "details"));
  const metadata = details.map((detail) => readMember(detail, "metadata"));
  const reasons = [...details, ...list(readMember(error, "errors"))].map((one) =>
    readMember(one, "reason"),
  );
  const message = sentence(readMember(error, "message"));
  return {
    message,
    reasons: [...reasons, readMember(error, "status")].filter(
      (reason) => typeof reason === "string",
    ),
    activationUrl: findActivationUrl([
      ...metadata.map((one) => readMember(one, "activationUrl")),
      message,
    ]),
  };
}

function findActivationUrl(texts: readonly unknown[]): string | undefined {
  const pattern = /https:\/\/console\.(?:cloud|developers)\.google\.com\/[^\s"']+/;
  for (const text of texts) {
    const url = typeof text === "string" ? pattern.exec(text)?.[0] : undefined;
    if (url !== undefined) return url;
  }
  return undefined;
}

function sentence(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const line = value.replace(/[\s\p{Cc}]+/gu, " ").trim();
  return line === "" ? undefined : line.slice(0, MAX_MESSAGE_CHARACTERS);
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

interface RetryAfterContext {
  readonly text?: string | undefined;
  readonly now: number;
}

/** Returns undefined if neither has a readable message. */
export function readRetryAfterMs(headers: Headers, context: RetryAfterContext): number | undefined {
  const inHeader = retryAfterMs(headers.get("retry-after"), context.now);
  if (inHeader !== undefined) return inHeader;
  const inText = /retry after (\d{4}-\d\d-\d\dT[\d:.]+Z)/i.exec(context.text ?? "")?.[1];
  const time = Date.parse(inText ?? "");
  return Number.isNaN(time) ? undefined : Math.max(0, time - context.now);
}

/** The four most common reasons. */
const REASONS = [
  'the "Audience" of Google Auth Platform is in Testing, where a login lasts 7 days',
  "access was revoked",
  "the password was changed",
  "the login was not used for 6 months",
].join("; ");

/** Nothing works until somebody logs in again. */
export function needsLogin(
  reason: string,
  status?: number,
): MailFailure & { readonly hint: string } {
  return {
    code: "needs_login",
    message: "Google no longer accepts the login.",
    hint: `Run \`hookwright gmail setup\` to log in again. Usual reasons: ${REASONS}.`,
    ...(status !== undefined && { status }),
    reason,
  };
}

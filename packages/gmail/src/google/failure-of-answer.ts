// An answer that is no success → the failure, by Google's own words in it.
import { isTemporary, type MailFailure } from "../model/failure.ts";
import { needsLogin } from "./needs-login.ts";
import { type ErrorWords, readErrorWords } from "./read-error-words.ts";
import { readRetryAfterMs } from "./read-retry-after.ts";

export interface FailedAnswer {
  readonly status: number;
  /** The parsed body; undefined where it is not JSON. */
  readonly data: unknown;
  readonly headers: Headers;
  readonly now: number;
}

const HOUR_MS: number = 60 * 60 * 1_000;

type Judge = (words: ErrorWords) => Omit<MailFailure, "message" | "status" | "reason">;

/** Reasons that say more than the status. Gmail puts some that are not about rates among its 403 too. */
const BY_REASON: ReadonlyMap<string, Judge> = new Map<string, Judge>([
  ["rateLimitExceeded", () => ({ code: "quota" })],
  ["userRateLimitExceeded", () => ({ code: "quota" })],
  ["RESOURCE_EXHAUSTED", () => ({ code: "quota" })],
  ["dailyLimitExceeded", () => ({ code: "quota", retryAfterMs: HOUR_MS })],
  ["insufficientPermissions", () => needsScope()],
  ["ACCESS_TOKEN_SCOPE_INSUFFICIENT", () => needsScope()],
  ["accessNotConfigured", activateApi],
  ["SERVICE_DISABLED", activateApi],
  [
    "domainPolicy",
    () => ({
      code: "forbidden",
      hint: "An administrator of the Google Workspace forbids this app. Ask them to allow it.",
    }),
  ],
  [
    "failedPrecondition",
    () => ({
      code: "invalid",
      hint: "The account has no Gmail mailbox, or a service account stands for nobody: name the mailbox as its subject.",
    }),
  ],
  ["ALREADY_EXISTS", () => ({ code: "exists" })],
  ["ABORTED", () => ({ code: "conflict" })],
]);

/** Never holds the request, and of the answer only Google's own sentence. */
export function failureOfAnswer({ status, data, headers, now }: FailedAnswer): MailFailure {
  const words = readErrorWords(data);
  const { message, reasons } = words;
  const known = reasons.find((reason) => BY_REASON.has(reason));
  const judged = BY_REASON.get(known ?? "")?.(words) ?? judgeStatus(status);
  const reason = known ?? reasons[0];
  const retryAfterMs = readRetryAfterMs(headers, { text: message, now }) ?? judged.retryAfterMs;
  return {
    ...judged,
    message: message ?? `Google answered with the status ${status}.`,
    status,
    ...(reason !== undefined && { reason }),
    ...(isTemporary(judged) && retryAfterMs !== undefined && { retryAfterMs }),
  };
}

function judgeStatus(status: number): Omit<MailFailure, "message"> {
  if (status === 401) return { code: "needs_login", hint: needsLogin("authError").hint };
  if (status === 429) return { code: "quota" };
  // 499: Google's word for a call that was cancelled.
  if (status >= 499 || status === 408) return { code: "unavailable" };
  if (status === 403) return { code: "forbidden" };
  if (status === 404) return { code: "not_found" };
  if (status === 409) return { code: "conflict" };
  return { code: "invalid" };
}

function needsScope(): ReturnType<Judge> {
  return {
    code: "needs_login",
    hint: "A permission was not given. Run `hookwright gmail setup` and leave every box ticked on Google's page.",
  };
}

function activateApi({ activationUrl }: ErrorWords): ReturnType<Judge> {
  const link = activationUrl ?? "https://console.cloud.google.com/apis/library";
  return { code: "forbidden", hint: `Enable the API in your project, then try again: ${link}` };
}

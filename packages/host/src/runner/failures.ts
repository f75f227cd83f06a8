// The failure that a model's service or an agent reports (a status, a word) → the result of the turn.
import { readMember, readTextMember } from "@hookwright/base";
import type { TurnFailure } from "../model/turn.ts";

interface FailureKind {
  /** Whether the same turn can succeed a little later. */
  readonly passes: boolean;
  /** The scope of the cause, if known. */
  readonly scope?: TurnFailure["scope"];
  /** What the operator does next. */
  readonly hint: string;
}

type FailureCode =
  | "unauthorized"
  | "forbidden"
  | "insufficient_quota"
  | "model_not_found"
  | "not_found"
  | "too_long"
  | "too_large"
  | "refused"
  | "bad_request"
  | "redirected"
  | "rate_limited"
  | "overloaded"
  | "server_error"
  | "request_timeout"
  | "failed";

export const FAILURES: Readonly<Record<FailureCode, FailureKind>> = {
  unauthorized: {
    passes: true,
    scope: "runner",
    hint: "Check the API key in the settings of the runner.",
  },
  // 403 is often one model.
  forbidden: {
    passes: false,
    scope: "run",
    hint: "Ask for access to this model, or name another.",
  },
  insufficient_quota: {
    passes: true,
    scope: "runner",
    hint: "Raise the credit or the spending limit of the account.",
  },
  model_not_found: { passes: false, scope: "run", hint: "Name a model that the service has." },
  not_found: {
    passes: false,
    scope: "run",
    hint: "Check baseUrl: it ends before the name of the API.",
  },
  too_long: { passes: false, hint: "Use a new session key, or a model that reads more." },
  too_large: { passes: false, hint: "Use a new session key, or shorten the message." },
  refused: { passes: false, hint: "The service does not answer this content." },
  bad_request: { passes: false, hint: "Check model, thinking level and further settings." },
  redirected: { passes: false, hint: "Write the final address: redirects are not followed." },
  rate_limited: { passes: true, hint: "It is tried again; ask for a higher limit if this recurs." },
  overloaded: { passes: true, hint: "It is tried again; name another model if this recurs." },
  server_error: { passes: true, hint: "It is tried again; see the status page of the service." },
  request_timeout: { passes: true, hint: "It is tried again." },
  failed: { passes: false, hint: "See the log of the service or of the agent." },
};

/** `error.code`, `error.type` and their like. A word goes before the status, which is often too general. */
const WORDS: ReadonlyMap<string, FailureCode> = new Map([
  ["invalid_api_key", "unauthorized"],
  ["authentication_error", "unauthorized"],
  ["permission_error", "forbidden"],
  ["permission_denied", "forbidden"],
  ["insufficient_quota", "insufficient_quota"],
  ["credit_balance_exhausted", "insufficient_quota"],
  ["billing_error", "insufficient_quota"],
  ["billing_hard_limit_reached", "insufficient_quota"],
  ["spend_limit_exceeded", "insufficient_quota"],
  ["monthly_limit_exceeded", "insufficient_quota"],
  ["model_not_found", "model_not_found"],
  ["not_found_error", "model_not_found"],
  ["context_length_exceeded", "too_long"],
  ["request_too_large", "too_large"],
  ["content_filter", "refused"],
  ["content_policy_violation", "refused"],
  ["rate_limit_exceeded", "rate_limited"],
  ["rate_limit_error", "rate_limited"],
  ["slow_down", "rate_limited"],
  ["server_is_overloaded", "overloaded"],
  ["overloaded_error", "overloaded"],
  ["overloaded", "overloaded"],
  ["server_error", "server_error"],
  ["api_error", "server_error"],
  ["internal_error", "server_error"],
]);

const STATUSES: ReadonlyMap<number, FailureCode> = new Map([
  [401, "unauthorized"],
  [402, "insufficient_quota"],
  [403, "forbidden"],
  [404, "not_found"],
  [408, "request_timeout"],
  [409, "request_timeout"],
  [413, "too_large"],
  [425, "request_timeout"],
  [429, "rate_limited"],
  [503, "overloaded"],
  [529, "overloaded"],
]);

/** A word that is safe in messages and logs: not a sentence, so it contains nothing of a prompt or a key. */
const PLAIN_WORD = /^[a-z][a-z0-9_.-]{0,63}$/;

export interface ServiceError {
  readonly status?: number | undefined;
  /** As the service spells them, the most telling first. */
  readonly words: readonly unknown[];
}

/** Some servers send `{"error": "…"}` or `{"detail": "…"}`: sentences, which are not shown. */
export function errorFromBody(body: unknown, status?: number): ServiceError {
  const error = readMember(body, "error") ?? body;
  const words = [readMember(error, "code"), readMember(error, "type"), error];
  const isLong = /context (?:length|window)|too many tokens/i.test(
    readTextMember(error, "message") ?? "",
  );
  return { status, words: isLong ? ["context_length_exceeded", ...words] : words };
}

interface FailureFacts {
  /** Who says so, as the subject of a sentence: `The model service at api.example.com`. */
  readonly who: string;
  /** Text or a call of a tool came before: the turn may have done something. */
  readonly didSomething: boolean;
  readonly partial?: string | undefined;
  /** What the service itself says of trying again. */
  readonly shouldRetry?: boolean | undefined;
  readonly retryAfterMs?: number | undefined;
}

function classifyError({ status, words }: ServiceError): FailureCode {
  for (const word of words) {
    const code = typeof word === "string" ? WORDS.get(word) : undefined;
    if (code !== undefined) return code;
  }
  if (status === undefined) return "failed";
  return STATUSES.get(status) ?? codeOfStatusClass(status);
}

function codeOfStatusClass(status: number): FailureCode {
  if (status >= 500) return "server_error";
  if (status >= 400) return "bad_request";
  return status >= 300 ? "redirected" : "failed";
}

export function failureOfService(error: ServiceError, facts: FailureFacts): TurnFailure {
  const code = classifyError(error);
  const { passes, scope, hint } = FAILURES[code];
  const words = error.words.filter((word) => typeof word === "string" && PLAIN_WORD.test(word));
  const shown = [...(error.status === undefined ? [] : [error.status]), ...words.slice(0, 1)];
  const what = shown.length === 0 ? "reports an error" : `answers ${shown.join(" ")}`;
  // A failure that pauses the runner waits for the operator, even if the service asks for an early retry.
  const mayPass = scope === undefined ? (facts.shouldRetry ?? passes) : passes;
  const retryable = mayPass && !facts.didSomething;
  return createFailure(code, `${facts.who} ${what}. ${hint}`, { ...facts, scope, retryable });
}

interface FailureExtras {
  readonly retryable?: boolean;
  readonly retryAfterMs?: number | undefined;
  readonly partial?: string | undefined;
  readonly scope?: TurnFailure["scope"];
}

export function createFailure(
  code: string,
  message: string,
  { retryable = false, retryAfterMs, partial, scope }: FailureExtras = {},
): TurnFailure {
  return {
    ok: false,
    code,
    message,
    retryable,
    ...(scope !== undefined && { scope }),
    ...(retryable && retryAfterMs !== undefined && { retryAfterMs }),
    ...(partial !== undefined && partial !== "" && { partial }),
  };
}

/** The code is the reason of the signal: `timeout`, `cancelled`, `stopping`. */
export function stoppedTurn({ reason }: AbortSignal, partial?: string): TurnFailure {
  const code = typeof reason === "string" && /^[a-z_]{1,40}$/.test(reason) ? reason : "aborted";
  return createFailure(code, `The turn was stopped: ${code}.`, { partial });
}

/** In UTF-8. */
export const MAX_ANSWER_BYTES = 1_048_576;

const ANSWER_CUT = "\n\n[… cut: the answer was longer than 1 MiB]";

/** No character of UTF-16 needs more. */
const MOST_BYTES_PER_UNIT = 3;

export function limitAnswer(text: string): string {
  if (text.length * MOST_BYTES_PER_UNIT <= MAX_ANSWER_BYTES) return text;
  const encoder = new TextEncoder();
  const { read } = encoder.encodeInto(text, new Uint8Array(MAX_ANSWER_BYTES));
  if (read === text.length) return text;
  const room = MAX_ANSWER_BYTES - encoder.encode(ANSWER_CUT).length;
  // encodeInto() stops before a character that does not fit, so no pair is cut.
  const kept = encoder.encodeInto(text, new Uint8Array(room)).read;
  return text.slice(0, kept) + ANSWER_CUT;
}

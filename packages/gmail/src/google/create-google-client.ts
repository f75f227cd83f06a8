// Credentials → the port to Gmail and Pub/Sub: one request, one result, no retries, with the client of each service.

import { jsonFromText } from "@hookwright/base";
import type { AuthClient } from "google-auth-library";
import { isTemporary, type MailFailure } from "../model/failure.ts";
import type { GoogleRequest, SendToGoogle } from "../model/google.ts";
import type { MailResult } from "../model/source.ts";
import { type AuthClientOptions, createAuthClients } from "./auth/create-auth-clients.ts";
import type { GoogleCredentials } from "./auth/credentials.ts";
import {
  type ErrorWords,
  failureOfError,
  needsLogin,
  readErrorWords,
  readRetryAfterMs,
} from "./failure-of-error.ts";

/** The part of a `google-auth-library` client that is used. */
type LoggedInClient = Pick<AuthClient, "request" | "credentials" | "setCredentials">;

interface GoogleClientOptions {
  /** One for each service: for Gmail, a service account acts as the mailbox. */
  readonly clients: Readonly<Record<GoogleRequest["service"], LoggedInClient>>;
  /** Other bases than Google's own, for tests: `http://127.0.0.1:8085`. */
  readonly baseUrls?: Partial<Record<GoogleRequest["service"], string>>;
  /** For `Retry-After` with a date. Default: `Date.now`. */
  readonly now?: () => number;
}

const BASE_URLS: Record<GoogleRequest["service"], string> = {
  gmail: "https://gmail.googleapis.com",
  pubsub: "https://pubsub.googleapis.com",
};

const DEFAULT_TIMEOUT_MS = 30_000;

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/**
 * The library's request, not the HTTP client of the other packages: it adds the token, and refreshes it
 * if necessary.
 */
export function createGoogleClient(options: GoogleClientOptions): SendToGoogle {
  const { clients, baseUrls = {}, now = Date.now } = options;

  async function send(request: GoogleRequest): Promise<Answer> {
    const { service, method, path, query = {}, body, timeoutMs = DEFAULT_TIMEOUT_MS } = request;
    const url = new URL(path, baseUrls[service] ?? BASE_URLS[service]);
    for (const [name, values] of Object.entries(query)) {
      for (const value of [values].flat()) url.searchParams.append(name, value);
    }
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
    const answer = clients[service].request<string>({
      url,
      method,
      ...(body !== undefined && { data: body }),
      signal,
      responseType: "text",
      // The library would retry a GET at once, whatever Retry-After says.
      retry: false,
      // The library's own error contains the request with its token, so responses must not become errors.
      validateStatus: () => true,
      // node-fetch, which the library uses, ends the process if a request with a body is aborted before it begins.
      adapter: (prepared, sendNow) =>
        signal.aborted ? Promise.reject(signal.reason) : sendNow(prepared),
    });
    // A token refresh within the request does not listen to the signal.
    const { status, data, headers } = await Promise.race([answer, rejectAtAbort(signal)]);
    return { status, text: data ?? "", headers: new Headers(headers) };
  }

  /** A token can be revoked early. The library's own refresh also happens after any 403, such as one about rates. */
  async function sendWithFreshToken(request: GoogleRequest): Promise<Answer> {
    const auth = clients[request.service];
    const used = auth.credentials.access_token;
    const answer = await send(request);
    if (answer.status !== 401) return answer;
    const { access_token: current, ...rest } = auth.credentials;
    // Another request may have refreshed it meanwhile.
    if (current === used) auth.setCredentials(rest);
    return await send(request);
  }

  return async <T>(request: GoogleRequest): Promise<MailResult<T>> => {
    try {
      const answer = await sendWithFreshToken(request);
      return readAnswer<T>(answer, now());
    } catch (error) {
      return { ok: false, failure: failureOfError(error) };
    }
  };
}

function rejectAtAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = (): void => reject(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}

function readAnswer<T>(answer: Answer, now: number): MailResult<T> {
  const { status, text } = answer;
  const data = parseObject(text);
  if (status < 200 || status > 299) {
    return { ok: false, failure: failureOfAnswer(answer, data, now) };
  }
  if (data !== undefined) return { ok: true, value: data as T };
  const message = "Google's answer ended too early or is not JSON.";
  return { ok: false, failure: { code: "unavailable", message, status } };
}

/** An empty text is an empty response, as of `stop`. Undefined if it is not an object. */
function parseObject(text: string): object | undefined {
  if (text.trim() === "") return {};
  const value = jsonFromText(text);
  return typeof value === "object" && value !== null ? value : undefined;
}

const HOUR_MS: number = 60 * 60 * 1_000;

type Classify = (words: ErrorWords) => Omit<MailFailure, "message" | "status" | "reason">;

/** Reasons that are more specific than the status. Gmail also uses some of them for a 403 that is not about rates. */
const BY_REASON: ReadonlyMap<string, Classify> = new Map<string, Classify>([
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
      hint: "The account has no Gmail mailbox, or a service account has no subject: set the mailbox as its subject.",
    }),
  ],
  ["ALREADY_EXISTS", () => ({ code: "exists" })],
  ["ABORTED", () => ({ code: "conflict" })],
]);

/** Never contains the request, and of the response only Google's message. `data` is the parsed body. */
function failureOfAnswer({ status, headers }: Answer, data: unknown, now: number): MailFailure {
  const words = readErrorWords(data);
  const { message, reasons } = words;
  const known = reasons.find((reason) => BY_REASON.has(reason));
  const classified = BY_REASON.get(known ?? "")?.(words) ?? classifyStatus(status);
  const reason = known ?? reasons[0];
  const retryAfterMs = readRetryAfterMs(headers, { text: message, now }) ?? classified.retryAfterMs;
  return {
    ...classified,
    message: message ?? `Google answered with the status ${status}.`,
    status,
    ...(reason !== undefined && { reason }),
    ...(isTemporary(classified) && retryAfterMs !== undefined && { retryAfterMs }),
  };
}

function classifyStatus(status: number): Omit<MailFailure, "message"> {
  if (status === 401) return { code: "needs_login", hint: needsLogin("authError").hint };
  if (status === 429) return { code: "quota" };
  // 499: Google's status for a canceled call.
  if (status >= 499 || status === 408) return { code: "unavailable" };
  if (status === 403) return { code: "forbidden" };
  if (status === 404) return { code: "not_found" };
  if (status === 409) return { code: "conflict" };
  return { code: "invalid" };
}

function needsScope(): ReturnType<Classify> {
  return {
    code: "needs_login",
    hint: "A permission was not given. Run `hookwright gmail setup` and leave every box ticked on Google's page.",
  };
}

function activateApi({ activationUrl }: ErrorWords): ReturnType<Classify> {
  const link = activationUrl ?? "https://console.cloud.google.com/apis/library";
  return { code: "forbidden", hint: `Enable the API in your project, then try again: ${link}` };
}

/** Loads Google's library. */
export async function createLoggedInSend(
  credentials: GoogleCredentials,
  options: AuthClientOptions,
): Promise<SendToGoogle> {
  const clients = await createAuthClients(credentials, options);
  const { gmail, pubsub } = options.urls;
  return createGoogleClient({ clients, baseUrls: { gmail, pubsub } });
}

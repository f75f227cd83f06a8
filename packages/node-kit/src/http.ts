// One HTTP request → its response as data, or how far the request came. Never throws, and a failure contains only
// codes: never an address, a header or a body, which may contain a secret.

/** A response, with its body up to the end or the limit. */
export interface Answer {
  readonly kind: "answer";
  readonly status: number;
  readonly headers: Headers;
  /** Only the beginning if it is longer than the limit; empty if it broke off. */
  readonly text: string;
  /** Whether the body is complete. */
  readonly isWhole: boolean;
  /** The complete text as JSON; undefined if it is not JSON. */
  readonly body: unknown;
}

/**
 * `not_made`: a client refused its input. `not_connected`: the server received no part of the request.
 * `lost`: bytes were sent, and no response arrived.
 */
export interface FailedExchange {
  readonly kind: "not_made" | "not_connected" | "lost";
  readonly code: "client_refused" | "not_connected" | "connection_lost" | "timeout" | "aborted";
  /** The code of the system, such as `ECONNREFUSED`; undefined if there is none. */
  readonly system?: string | undefined;
}

/** What a request came to. */
export type Exchange = Answer | FailedExchange;

/** A request; its body is sent as it is. */
export interface HttpRequest {
  readonly url: string | URL;
  /** Default: `POST`. */
  readonly method?: string | undefined;
  readonly headers?: RequestInit["headers"];
  readonly body?: RequestInit["body"];
}

interface OpenOptions {
  /** Default: the `fetch` of the runtime. */
  readonly fetch?: typeof globalThis.fetch;
  readonly signal?: AbortSignal;
}

/** What ends a request early, and what sends it. */
export interface SendOptions extends OpenOptions {
  /** From the start to the last byte of the response. Default: only `signal` ends it. */
  readonly timeoutMs?: number;
  /** How much of the response is read. Default: 256 KiB. */
  readonly maxBytes?: number;
}

/** A service answers with a few kilobytes; a longer body is not worth the memory. */
const MAX_ANSWER_BYTES = 256 * 1024;

/**
 * Sends one request and reads the response. Any status is a response, even if its body is lost. No redirect is
 * followed. Never rejects.
 *
 * @example
 * ```ts
 * const exchange = await sendRequest({ url, body: "Hello" }, { signal, timeoutMs: 10_000 });
 * if (exchange.kind === "answer") console.log(exchange.status, exchange.body);
 * ```
 */
export async function sendRequest(
  request: HttpRequest,
  { fetch, signal: outer, timeoutMs, maxBytes = MAX_ANSWER_BYTES }: SendOptions = {},
): Promise<Exchange> {
  const limits = [outer, timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)];
  const signal = AbortSignal.any(limits.filter((limit) => limit !== undefined));
  const opened = await openRequest(request, { ...(fetch && { fetch }), signal });
  if (opened.kind !== "opened") return opened;
  const { status, headers } = opened.response;
  const { text, isWhole } = await readText(opened.response, { maxBytes }).catch(() => BROKEN);
  return {
    kind: "answer",
    status,
    headers,
    text,
    isWhole,
    body: isWhole ? parse(text) : undefined,
  };
}

const BROKEN = { text: "", isWhole: false };

interface OpenedRequest {
  readonly kind: "opened";
  /** Its body has not been read. */
  readonly response: Response;
}

/** Returns the head of a response, for callers that stream the body; `sendRequest` reads all of it. */
export async function openRequest(
  { url, method = "POST", headers, body }: HttpRequest,
  { fetch = globalThis.fetch, signal }: OpenOptions,
): Promise<OpenedRequest | FailedExchange> {
  // `fetch` would reject, too, but as if bytes had been sent.
  if (signal?.aborted) return { kind: "not_connected", code: codeOfAbort(signal) };
  try {
    const response = await fetch(url, {
      method,
      headers: withoutConnection(headers),
      ...(body !== undefined && { body }),
      // Attack: a redirect would send the token, or the message, to another host.
      redirect: "manual",
      ...(signal && { signal }),
    });
    return { kind: "opened", response };
  } catch (error) {
    return failureOfFetch(error, signal);
  }
}

interface ReadOptions {
  readonly maxBytes: number;
  /** Called for each chunk. */
  readonly onBytes?: () => void;
}

/**
 * The body of a response up to a limit; rejects if it breaks off.
 */
export async function readText(
  { body }: Response,
  { maxBytes, onBytes }: ReadOptions,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const decoder = new TextDecoder();
  let text = "";
  let left = maxBytes;
  for await (const chunk of body ?? []) {
    onBytes?.();
    text += decoder.decode(chunk.subarray(0, left), { stream: true });
    left -= chunk.byteLength;
    // Leaving the loop closes the connection.
    if (left < 0) return { text, isWhole: false };
  }
  return { text: text + decoder.decode(), isWhole: true };
}

/** Whether a connection is kept is the affair of `fetch`. */
function withoutConnection(headers: RequestInit["headers"]): Headers {
  const own = new Headers(headers);
  own.delete("connection");
  return own;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Failures before the first byte of a request: names, routes, refused connections. */
const NOT_CONNECTED = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "EPROTO",
  "ERR_SSL_WRONG_VERSION_NUMBER",
]);

/** Certificates are checked before the request is sent. */
const CERTIFICATE = /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_CERT)/;

/** A code of the system; anything else could be a text with a secret in it. */
const SYSTEM_CODE = /^[A-Z][A-Z0-9_]{1,40}$/;

/** A chain of causes is short; one that leads back to itself has no end. */
const MAX_CAUSES = 6;

/**
 * Why `fetch` threw. Anything that is not surely before the request counts as lost: the other side may have
 * accepted it.
 */
export function failureOfFetch(error: unknown, signal?: AbortSignal): FailedExchange {
  if (signal?.aborted) return { kind: "lost", code: codeOfAbort(signal) };
  const causes = [...causesOf(error)];
  const isBefore = causes.some(isNotConnected);
  const system = causes.map(({ code }) => code).find(isSystemCode);
  return {
    ...(isBefore
      ? { kind: "not_connected", code: "not_connected" }
      : { kind: "lost", code: "connection_lost" }),
    ...(system !== undefined && { system }),
  };
}

/** A time limit aborts with an error of that name, or with the word. */
function codeOfAbort({ reason }: AbortSignal): "timeout" | "aborted" {
  const isTimeout = reason === "timeout" || (reason as Error | undefined)?.name === "TimeoutError";
  return isTimeout ? "timeout" : "aborted";
}

interface Cause {
  readonly code?: unknown;
  readonly syscall?: unknown;
}

function isNotConnected({ code, syscall }: Cause): boolean {
  if (syscall === "connect" || syscall === "getaddrinfo") return true;
  return typeof code === "string" && (NOT_CONNECTED.has(code) || CERTIFICATE.test(code));
}

function isSystemCode(code: unknown): code is string {
  return typeof code === "string" && SYSTEM_CODE.test(code);
}

function* causesOf(error: unknown): Generator<Cause> {
  let cause = error;
  for (let depth = 0; depth < MAX_CAUSES && typeof cause === "object" && cause !== null; depth++) {
    yield cause;
    // One attempt per address of a name; they failed alike.
    if (cause instanceof AggregateError) yield* causesOf(cause.errors[0]);
    cause = (cause as { cause?: unknown }).cause;
  }
}

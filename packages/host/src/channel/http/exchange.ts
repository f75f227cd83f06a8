// One HTTP request to a platform → its answer as data, or how far the request came.

/** As the platform answered: no client has interpreted it. */
export interface Answer {
  readonly kind: "answer";
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The text as JSON; undefined where it is none. */
  readonly body: unknown;
}

export type Exchange = Answer | FailedExchange;

/** What clients call instead of `fetch`. */
type ClientFetch = (url: string | URL, init?: ClientInit) => Promise<Response>;

interface ClientInit {
  readonly method?: string;
  readonly headers?: unknown;
  readonly body?: unknown;
}

interface ExchangeOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
}

/** A platform answers with a few kilobytes; a longer body is not worth memory. */
const MAX_ANSWER_BYTES = 256 * 1024;

/**
 * Lets a client make one request, and reports what came of it. The result comes from the answer alone:
 * clients follow redirects, hide statuses, and try again by themselves, each in its own way. A second
 * request of the same client fails.
 */
export function exchangeThrough(
  use: (fetch: ClientFetch) => Promise<unknown>,
  { fetch, signal }: ExchangeOptions,
): Promise<Exchange> {
  return new Promise((resolve) => {
    let requests = 0;
    const once: ClientFetch = async (url, init = {}) => {
      requests++;
      if (requests > 1) throw new Error("One call of a channel makes one request.");
      const { exchange, response } = await request(url, init, { fetch, signal });
      resolve(exchange);
      return response;
    };
    // What the client returns or throws is its reading of the answer.
    const settled = (): void => {
      if (requests === 0) resolve({ kind: "not_made", code: "client_refused" });
    };
    new Promise((done) => {
      // A client may throw while it is created.
      done(use(once));
    }).then(settled, settled);
  });
}

async function request(
  url: string | URL,
  { method = "POST", headers, body }: ClientInit,
  { fetch, signal }: ExchangeOptions,
): Promise<{ exchange: Exchange; response: Response }> {
  // `fetch` would reject, too, but as if bytes had gone out.
  if (signal.aborted) return failed({ kind: "not_connected", code: "aborted" });
  try {
    const response = await fetch(url, {
      method,
      headers: withoutConnection(headers),
      body: body as string,
      // A redirect would hand the token to another host.
      redirect: "manual",
      signal,
    });
    const text = await readText(response);
    const { status } = response;
    const exchange: Answer = {
      kind: "answer",
      status,
      headers: response.headers,
      text,
      body: parse(text),
    };
    return { exchange, response: copyOf(exchange) };
  } catch (error) {
    return failed(exchangeOfError(error, signal));
  }
}

/** The client gets an answer that no client tries again. */
function failed(exchange: FailedExchange): { exchange: Exchange; response: Response } {
  return { exchange, response: new Response("{}", { status: 400 }) };
}

function copyOf({ status, headers, text }: Answer): Response {
  const bodiless = status === 204 || status === 205 || status === 304;
  const known = status >= 200 && status <= 599 ? status : 500;
  return new Response(bodiless ? null : text, { status: known, headers });
}

/** Whether a connection is kept is the affair of `fetch`. */
function withoutConnection(headers: unknown): Headers {
  const own = new Headers(headers as Record<string, string>);
  own.delete("connection");
  return own;
}

/** What came of the body. The status is known, so a body that breaks off is no failure of the request. */
async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > MAX_ANSWER_BYTES) break;
      text += decoder.decode(chunk, { stream: true });
    }
  } catch {
    return "";
  }
  return text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * `not_made`: the client refused its input. `not_connected`: the platform saw nothing of the request.
 * `lost`: bytes went out, and no answer came.
 */
interface FailedExchange {
  readonly kind: "not_made" | "not_connected" | "lost";
  readonly code: string;
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

/** Certificates are judged before the request is sent. */
const CERTIFICATE = /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_CERT)/;

/** A chain of causes is short; one that leads back to itself has no end. */
const MAX_CAUSES = 6;

/** Anything that is not surely before the request counts as lost: the platform may have accepted it. */
export function exchangeOfError(error: unknown, signal: AbortSignal): FailedExchange {
  if (signal.aborted) {
    return { kind: "lost", code: signal.reason === "timeout" ? "timeout" : "aborted" };
  }
  const codes = [...causesOf(error)];
  const isBefore = codes.some(({ code, syscall }) => isNotConnected(code, syscall));
  return isBefore
    ? { kind: "not_connected", code: "not_connected" }
    : { kind: "lost", code: "connection_lost" };
}

function isNotConnected(code: unknown, syscall: unknown): boolean {
  if (syscall === "connect" || syscall === "getaddrinfo") return true;
  return typeof code === "string" && (NOT_CONNECTED.has(code) || CERTIFICATE.test(code));
}

function* causesOf(error: unknown): Generator<{ code?: unknown; syscall?: unknown }> {
  let cause = error;
  for (let depth = 0; depth < MAX_CAUSES && typeof cause === "object" && cause !== null; depth++) {
    yield cause;
    // One attempt per address of a name; they failed alike.
    if (cause instanceof AggregateError) yield* causesOf(cause.errors[0]);
    cause = (cause as { cause?: unknown }).cause;
  }
}

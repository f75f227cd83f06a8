// What `fetch` threw → whether the platform can have seen the request.

/**
 * `not_made`: the client refused its input. `not_connected`: the platform saw nothing of the request.
 * `lost`: bytes went out, and no answer came.
 */
export interface FailedExchange {
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

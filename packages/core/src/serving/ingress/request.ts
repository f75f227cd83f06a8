// The runtime-neutral request and answer, which adapters translate. Types only.
import type { HeaderRecord } from "@hookwright/base";

/** The size and time limits for reading a body. */
export interface BodyLimits {
  /** Counted as the bytes arrive. */
  readonly maxBytes: number;
  /** Milliseconds from the call of `readBody` to the last byte. */
  readonly timeoutMs: number;
  /** Set while the sender is not authenticated. `collectBody` calls it. */
  readonly meter?: BodyMeter;
}

/**
 * Counts a body whose sender is not authenticated, as its bytes arrive. An adapter that does not read with
 * `collectBody` may ignore it: the body is then counted when it is complete.
 */
export interface BodyMeter {
  /**
   * Called before the first wait for bytes. If it returns false, reading ends at once as `overloaded`. `end`
   * is called at most once, when others need the room: reading then ends as `overloaded`.
   */
  readonly begin: (end: () => void) => boolean;
  /** False if there is no room for that many bytes: reading ends as `overloaded`. */
  readonly add: (bytes: number) => boolean;
}

/** The result of reading a body. Reading never rejects. */
export type BodyRead =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  /** A framework has already read and parsed the body; `value` is `undefined` if it kept nothing. */
  | { readonly kind: "parsed"; readonly value: unknown }
  /** An HTTP/1.x request with a content type and no length of the body: nothing was read. */
  | { readonly kind: "no-length" }
  | { readonly kind: "too-large" }
  | { readonly kind: "timeout" }
  /** The meter has ended the reading. */
  | { readonly kind: "overloaded" }
  | { readonly kind: "gone" };

/** A body that was read. */
export type ReadableBody = Extract<BodyRead, { kind: "bytes" | "parsed" }>;

/**
 * One HTTP request, as an adapter passes it in. Expensive parts are functions, because most requests may be
 * for something else.
 *
 * @example
 * ```ts
 * const request: IngressRequest = {
 *   method: "POST",
 *   target: "/hooks/wake",
 *   headers: () => ({ authorization: "Bearer a-long-random-text-of-your-own" }),
 *   remoteAddress: () => undefined,
 *   readBody: async () => ({ kind: "parsed", value: { text: "hello" } }),
 *   isGone: () => false,
 * };
 * ```
 */
export interface IngressRequest<Context = unknown> {
  readonly method: string;
  /** The request target exactly as sent: `/hooks/github?x=1`, or with `http://host` before it. */
  readonly target: string;
  /** Lower-case names. Called once, only for requests to the hooks. If it throws, the answer is 500. */
  readonly headers: () => HeaderRecord;
  /** Called once, only for requests to the hooks. If it throws, the answer is 500. */
  readonly remoteAddress: () => string | undefined;
  /** What the integrator passes to `dispatch` with the request. Called each time `dispatch` reads it. */
  readonly context?: () => Context | undefined;
  /** Called at most once, after the request has passed the gates that need no body. */
  readonly readBody: (limits: BodyLimits) => Promise<BodyRead>;
  /** Whether the client has disconnected. */
  readonly isGone: () => boolean;
  /**
   * Calls `listener` when the client disconnects, unless the returned function is called first. Used only for
   * asynchronous dispatches; without it, a dispatch is not aborted when its client disconnects.
   */
  readonly onGone?: (listener: () => void) => () => void;
}

/** What the adapter sends back. `body` is empty for status 204, and for some handshakes. */
export interface IngressAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Answers requests.
 *
 * `receive` returns `undefined` at once for a request that is not for the hooks; the adapter then leaves it
 * alone. It never throws, and its promise never rejects.
 */
export interface Ingress<Context = unknown> {
  readonly receive: (request: IngressRequest<Context>) => Promise<IngressAnswer> | undefined;
  /**
   * For a server that stops: aborts the signal of every dispatch in flight, and answers its request, and
   * every request whose transform is running, with 503 `server_stopping`. Later requests are still served, so
   * close the server first.
   */
  readonly abort: () => void;
  /**
   * For a server that stops: callers that wait for their run, and later ones, get the answer that their request was
   * accepted, at once. `close` of `createHooksServer` calls it.
   */
  readonly stopWaiting: () => void;
  /** How many requests are in flight. */
  readonly inFlight: () => number;
  /**
   * Resolves when no request is in flight and no dispatch runs, including those whose sender got a
   * 503. For a server that stops: close it, wait for this as long as you like, then `abort`.
   */
  readonly idle: () => Promise<void>;
}

/** The part of an ingress that an adapter needs. */
export type Receiver<Context = unknown> = Pick<Ingress<Context>, "receive">;

// The neutral request and answer, which adapters translate. Types only.
import type { HeaderRecord } from "@hookwright/base";

/** How much of a body is read, and for how long. */
export interface BodyLimits {
  /** Bytes as they arrive. */
  readonly maxBytes: number;
  /** Milliseconds from the call of `readBody` to the last byte. */
  readonly timeoutMs: number;
  /** There while the sender is not known; `collectBody` asks it. */
  readonly meter?: BodyMeter;
}

/**
 * Counts a body whose sender is not known, as its bytes arrive. An adapter that reads in another way than by
 * `collectBody` may leave it alone: the body is then counted when it is there.
 */
export interface BodyMeter {
  /**
   * Called before bytes are waited for. `end` is called once at most, where others need the room: reading
   * ends, as `overloaded`, and at once where this gives false.
   */
  readonly begin: (end: () => void) => boolean;
  /** False where there is no room for so many bytes: reading ends, as `overloaded`. */
  readonly add: (bytes: number) => boolean;
}

/** What reading a body came to. It never rejects. */
export type BodyRead =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  /** A framework before us has read and parsed the body; `undefined` where it kept nothing of it. */
  | { readonly kind: "parsed"; readonly value: unknown }
  /** HTTP/1.x with a content type, and without anything that says how long the body is: none was read. */
  | { readonly kind: "no-length" }
  | { readonly kind: "too-large" }
  | { readonly kind: "timeout" }
  /** The meter of the limits has ended it. */
  | { readonly kind: "overloaded" }
  | { readonly kind: "gone" };

/** A body that was read. */
export type ReadableBody = Extract<BodyRead, { kind: "bytes" | "parsed" }>;

/**
 * One HTTP request, as an adapter hands it to the gates. What costs something is a function, because most requests
 * may be for something else.
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
  /** Lower-case names. Called once, for requests to the hooks only; where it throws, the answer is 500. */
  readonly headers: () => HeaderRecord;
  /** Called once, for requests to the hooks only; where it throws, the answer is 500. */
  readonly remoteAddress: () => string | undefined;
  /** What the integrator hands on to `dispatch` with the request. Called whenever `dispatch` reads it. */
  readonly context?: () => Context | undefined;
  /** Called once at most, and not before the request has passed the gates that need no body. */
  readonly readBody: (limits: BodyLimits) => Promise<BodyRead>;
  /** Whether the client has gone away. */
  readonly isGone: () => boolean;
  /**
   * Calls `listener` when the client goes away, unless the returned function is called before. Called
   * only where a dispatch takes time; without it, the dispatch is not told.
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
 * The gates, ready to answer requests.
 *
 * `receive` gives `undefined`, at once, for a request that is not for the hooks; the adapter then
 * leaves it alone. It never throws, and its promise never rejects.
 */
export interface Ingress<Context = unknown> {
  readonly receive: (request: IngressRequest<Context>) => Promise<IngressAnswer> | undefined;
  /**
   * For a server that stops: aborts the signal of every dispatch in flight, and answers its request,
   * and every one whose transform is running, with 503 `server_stopping`. Requests that come later are
   * served, so close the server first.
   */
  readonly abort: () => void;
  /** How many requests are being answered now. */
  readonly inFlight: () => number;
  /**
   * Resolves when no request is being answered and no dispatch runs, also none whose sender was told
   * 503. For a server that stops: close it, wait for this as long as you like, then `abort`.
   */
  readonly idle: () => Promise<void>;
}

/** What answers requests: all that an adapter needs of an ingress. */
export type Receiver<Context = unknown> = Pick<Ingress<Context>, "receive">;

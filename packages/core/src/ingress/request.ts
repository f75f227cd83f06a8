// The neutral request and answer: the whole vocabulary between an adapter and the gates.
import type { HeaderRecord } from "../model/event.ts";

/** How much of a body is read, and for how long. */
export interface BodyLimits {
  /** Bytes as they arrive. */
  readonly maxBytes: number;
  /** Milliseconds from the call of `readBody` to the last byte. */
  readonly timeoutMs: number;
}

/** What reading a body came to. It never rejects. */
export type BodyRead =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  /** A framework before us has read and parsed the body; `undefined` where it kept nothing of it. */
  | { readonly kind: "parsed"; readonly value: unknown }
  | { readonly kind: "too-large" }
  | { readonly kind: "timeout" }
  | { readonly kind: "gone" };

/** One HTTP request, as an adapter hands it to the gates. */
export interface IngressRequest {
  readonly method: string;
  /** The request target exactly as sent: `/hooks/github?x=1`, or with `http://host` before it. */
  readonly target: string;
  /** Lower-case names. */
  readonly headers: HeaderRecord;
  readonly remoteAddress: string | undefined;
  /** Called once at most, and not before the request has passed the gates that need no body. */
  readonly readBody: (limits: BodyLimits) => Promise<BodyRead>;
  /** Whether the client has gone away. */
  readonly isGone: () => boolean;
}

/** What the adapter sends back. `body` is empty exactly for status 204. */
export interface IngressAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * The gates, ready to answer requests.
 *
 * `receive` gives `undefined`, at once, for a request that is not for the hooks; the adapter then
 * leaves it alone. The promise never rejects.
 */
export interface Ingress {
  readonly receive: (request: IngressRequest) => Promise<IngressAnswer> | undefined;
}

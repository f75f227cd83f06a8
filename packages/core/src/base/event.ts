// The neutral event: the content of one accepted request, independent of the server.

import type { HeaderRecord, QueryRecord } from "@hookwright/base";

/**
 * One accepted request, decoded. Everything in it but `receivedAt` is untrusted.
 *
 * @example
 * ```ts
 * const event = { path: "github", payload: { action: "opened" } };
 * ```
 */
export interface HookEvent {
  /** The part of the URL path after the base path, without outer slashes: `github`. */
  readonly path: string;
  /** The decoded body: any JSON value. */
  readonly payload: unknown;
  readonly headers?: HeaderRecord | undefined;
  readonly query?: QueryRecord | undefined;
  /** The request target as sent, for transforms that want it: `/hooks/github?x=1`. */
  readonly url?: string | undefined;
  /** Integers that stand in the payload as text, as `parseJson` names them, for `explain`. */
  readonly integersAsText?: readonly string[] | undefined;
  /**
   * What proved who the sender is: the id of a `RouteAuth`, or `"token"` for the hook token. A mapping takes
   * only events with a proof of its own `auth`. Undefined: the caller of `resolve` vouches for the event.
   */
  readonly proof?: string | undefined;
  /** Time of receipt in milliseconds since the epoch; default: the clock port. */
  readonly receivedAt?: number | undefined;
}

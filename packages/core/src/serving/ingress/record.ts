// The structured record of one request, and the port through which requests become spans. Types only.
import type { AuthFailureCode, RouteHandshake } from "@hookwright/signatures/runtime";
import type { EventCode, Resolution } from "../../model/index.ts";

/** How a token came: as a bearer token, in another header, or in the query. */
export type TokenCarrier = "bearer" | "header" | "query";

/**
 * One of the closed table of codes, or the code that a rejection of `dispatch` has named. Not `string`, so that an
 * editor shows those of the table.
 */
export type RecordCode = EventCode | (string & Record<never, never>);

/** What the gates find out about a request on its way. */
export interface RequestNotes {
  /** What the event came to; absent where a gate refused the request before its body was judged. */
  outcome?: Resolution["outcome"];
  /** The stable code of a refusal. */
  code?: RecordCode;
  /** For the operator: what exactly failed, was refused, ignored or changed, and what would allow it. */
  detail?: string;
  mappingId?: string;
  /** Kind of the action that was dispatched. */
  action?: "wake" | "agent";
  runId?: string;
  /** Of a mapping with `forEach` that had nothing to do: the list is missing or empty, or no element was chosen. */
  list?: "missing" | "empty" | "unchosen";
  /** Of a mapping with `forEach`: elements dispatched, refused, and beyond the limit. */
  dispatched?: number;
  refused?: number;
  skipped?: number;
  /** Of a mapping with `forEach`: elements for which the time of the request did not suffice. */
  timedOut?: number;
  /** Of a mapping with `forEach`: elements that an earlier delivery dispatched. */
  repeats?: number;
  /** Expressions of the message or text, where every one of them rendered empty; those of a batch together. */
  emptyExpressions?: number;
  /** Bytes of the body, where it was read. */
  bodyBytes?: number;
  /** Milliseconds until the sender was known and the body read; absent where the request was refused before. */
  readMs?: number;
  /** Milliseconds from there until the event was resolved. */
  resolveMs?: number;
  /** How the hook token came, where it was right. */
  credential?: TokenCarrier;
  /** On a route with an `auth`: why the credentials were refused. */
  auth?: AuthFailureCode;
  /** On a route with an `auth`: which of its secrets was right; 0 is the newest. */
  keyIndex?: number;
  /**
   * Of an event with a key by which it is recognized: the first one, a repeat that got the first answer, or
   * why it was refused. Absent without a key.
   */
  dedupe?: "first" | "replayed" | "in_progress" | "conflict" | "unavailable";
  /** The handshake that was answered. */
  handshake?: RouteHandshake["name"];
}

/** One per request, refused ones included. Contains no payload value and no secret. */
export interface RequestRecord extends Readonly<RequestNotes> {
  /** The sender's `X-Request-Id` where it is sane, else a new one. */
  readonly requestId: string;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  readonly durationMs: number;
  /** Of `durationMs`: for the rate limit and `dispatch`, where the event came to an action or a batch. */
  readonly dispatchMs?: number;
  readonly method: string;
  /** `wake`, `agent`, or the name after the base path, one line, at most 128 characters. */
  readonly name: string;
  /** The same name where the config has it, else `other`: a bounded number of values, for metrics. */
  readonly route: string;
  /** On a route with an `auth` of a known vendor: its id, such as `github`. */
  readonly provider?: string;
  readonly status: number;
  /** Bytes of the answer's body. */
  readonly answerBytes: number;
  readonly remoteAddress?: string;
}

/** Of an action that is dispatched: names that the config has, and nothing that a sender wrote. */
export interface TraceLabels {
  readonly route: string;
  /** Absent for the built-in routes. */
  readonly mapping: string | undefined;
  /** Of a route with an `auth` of a known vendor. */
  readonly provider: string | undefined;
}

/** What is known of a request when its trace starts. */
export interface TracedRequest {
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  /** The sender's W3C `traceparent`. Absent where it has not proved who it is. */
  readonly traceparent: string | undefined;
}

/** The spans of one request. */
export interface RequestTrace {
  /** Calls `run` once, within a span, and gives what it gives; a promise ends the span when it settles. */
  readonly dispatch: <Result>(labels: TraceLabels, run: () => Result) => Result;
  /** Called once, also for requests that were refused. */
  readonly end: (record: RequestRecord) => void;
}

/** `createTracing` of `@hookwright/telemetry` makes one for OpenTelemetry. */
export interface Tracing {
  /** Called once for each request: before its first dispatch, or when it ends without one. */
  readonly start: (request: TracedRequest) => RequestTrace;
}

// The record of one request, and the port that makes spans of requests. Types only.
import type { AuthFailureCode, RouteHandshake } from "@hookwright/signatures/runtime";
import type { ActionKind, EventCode, NearestMapping, Resolution } from "../../model/index.ts";

/** How a token was sent: as a bearer token, in another header, or in the query. */
export type TokenCarrier = "bearer" | "header" | "query";

/**
 * A code of the table, or the code of a rejected `dispatch`. Not `string`, so that an editor suggests the
 * codes of the table.
 */
export type RecordCode = EventCode | (string & Record<never, never>);

/** What the gates note about a request. */
export interface RequestNotes {
  /** The outcome of the event; absent if a gate refused the request before the event was resolved. */
  outcome?: Resolution["outcome"];
  /** The stable code of a refusal. */
  code?: RecordCode;
  /** For the operator: what exactly failed or was refused, ignored or changed, and what would allow it. */
  detail?: string;
  /** The first one, if several mappings got the event. */
  mappingId?: string;
  /** With `continue`: all mappings that got the event, in order. Absent for one. */
  mappingIds?: readonly string[];
  /** For an event that no mapping of its hook matched. */
  nearest?: NearestMapping;
  /** Kind of the action that was dispatched. */
  action?: ActionKind;
  runId?: string;
  /**
   * For a mapping with `forEach` that had nothing to do: the list is missing or empty, or no element was
   * chosen.
   */
  list?: "missing" | "empty" | "unchosen";
  /** For a batch: elements dispatched, refused, and beyond the limit. */
  dispatched?: number;
  refused?: number;
  skipped?: number;
  /** For a batch: elements that the time limit of the request left out. */
  timedOut?: number;
  /** For a batch: elements that an earlier delivery dispatched. */
  repeats?: number;
  /** The number of expressions in the message or text, if all of them rendered empty; for a batch, the sum. */
  emptyExpressions?: number;
  /** Bytes of the body, if it was read. */
  bodyBytes?: number;
  /**
   * Milliseconds until the sender was authenticated and the body read; absent if the request was refused
   * before.
   */
  readMs?: number;
  /** Milliseconds from there until the event was resolved. */
  resolveMs?: number;
  /** Milliseconds that the sender of an accepted request waited for the end of its run. */
  waitMs?: number;
  /** The request asked for the state of a run, and is no event. */
  lookup?: "run";
  /** How the hook token was sent, if it was right. */
  credential?: TokenCarrier;
  /** On a route with an `auth`: why the credentials were refused. */
  auth?: AuthFailureCode;
  /** On a route with an `auth`: the index of the matching secret; 0 is the newest. */
  keyIndex?: number;
  /**
   * For an event with an idempotency key: the first delivery, a repeat that got the first answer, or why it
   * was refused. Absent without a key.
   */
  dedupe?: "first" | "replayed" | "in_progress" | "conflict" | "unavailable";
  /** The handshake that was answered. */
  handshake?: RouteHandshake["name"];
}

/**
 * One per request, including refused ones. Contains no secret, and of the event only the sender's id of the
 * delivery.
 */
export interface RequestRecord extends Readonly<RequestNotes> {
  /** The sender's `X-Request-Id` if it is valid, else a new one. */
  readonly requestId: string;
  /**
   * As in `DispatchContext`. Unless the request was authenticated, anybody may have written it: it finds a
   * request and proves nothing.
   */
  readonly deliveryId?: string;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  readonly durationMs: number;
  /**
   * The part of `durationMs` for the rate limit and `dispatch`, without `waitMs`, if the event made an action or a
   * batch.
   */
  readonly dispatchMs?: number;
  readonly method: string;
  /** `wake`, `agent`, or the name after the base path, one line, at most 128 characters. */
  readonly name: string;
  /**
   * The same name if the config has it, `runs` for a question about a run, else `other`: a bounded number of values,
   * for metrics.
   */
  readonly route: string;
  /** On a route with an `auth` of a known vendor: its id, such as `github`. */
  readonly provider?: string;
  readonly status: number;
  /** Bytes of the answer's body. */
  readonly answerBytes: number;
  readonly remoteAddress?: string;
}

/** Labels of a dispatched action: names from the config, nothing that a sender wrote. */
export interface TraceLabels {
  readonly route: string;
  /** Undefined for the built-in routes. */
  readonly mapping: string | undefined;
  /** On a route with an `auth` of a known vendor: its id. */
  readonly provider: string | undefined;
}

/** What is known about a request when its trace starts. */
export interface TracedRequest {
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  /** The sender's W3C `traceparent`. Undefined if the sender is not authenticated. */
  readonly traceparent: string | undefined;
}

/** The spans of one request. */
export interface RequestTrace {
  /** Calls `run` once within a span and returns its result. For a promise, the span ends when it settles. */
  readonly dispatch: <Result>(labels: TraceLabels, run: () => Result) => Result;
  /** Called once, for refused requests too. */
  readonly end: (record: RequestRecord) => void;
}

/** `createTracing` of `@hookwright/telemetry` creates one for OpenTelemetry. */
export interface Tracing {
  /** Called once per request: before its first dispatch, or at the end if there was none. */
  readonly start: (request: TracedRequest) => RequestTrace;
}

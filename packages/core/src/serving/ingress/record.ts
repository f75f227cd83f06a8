// The record of one request, how it is made, and the port that makes spans of requests.

import { type Clock, callListener, oneLine, type RandomId, readHeader } from "@hookwright/base";
import type { AuthFailureCode, RouteHandshake } from "@hookwright/signatures/runtime";
import type { EventCode, Resolution } from "../../model/index.ts";
import type { Answered, Arrived, Reached } from "./phases.ts";

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
  mappingId?: string;
  /** Kind of the action that was dispatched. */
  action?: "wake" | "agent";
  runId?: string;
  /**
   * For a mapping with `forEach` that had nothing to do: the list is missing or empty, or no element was
   * chosen.
   */
  list?: "missing" | "empty" | "unchosen";
  /** For a mapping with `forEach`: elements dispatched, refused, and beyond the limit. */
  dispatched?: number;
  refused?: number;
  skipped?: number;
  /** For a mapping with `forEach`: elements that the time limit of the request left out. */
  timedOut?: number;
  /** For a mapping with `forEach`: elements that an earlier delivery dispatched. */
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

/** One per request, including refused ones. Contains no payload value and no secret. */
export interface RequestRecord extends Readonly<RequestNotes> {
  /** The sender's `X-Request-Id` if it is valid, else a new one. */
  readonly requestId: string;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  readonly durationMs: number;
  /** The part of `durationMs` for the rate limit and `dispatch`, if the event made an action or a batch. */
  readonly dispatchMs?: number;
  readonly method: string;
  /** `wake`, `agent`, or the name after the base path, one line, at most 128 characters. */
  readonly name: string;
  /** The same name if the config has it, else `other`: a bounded number of values, for metrics. */
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

interface ObserverOptions {
  readonly observer: ((record: RequestRecord) => void) | undefined;
  readonly tracing: Tracing | undefined;
  readonly warn: (message: string) => void;
}

/** From the hooks that served the request, if they could be loaded. */
interface ObserverPorts {
  readonly clock: Clock;
  readonly randomId: RandomId;
}

export type Observe = (answered: Answered, ports: ObserverPorts) => void;

export function createObserver({ observer, tracing, warn }: ObserverOptions): Observe {
  const nextId = createRequestIds();
  return (answered, { clock, randomId }) => {
    callListener(
      () => {
        const record = createRecord(answered, answered.sentId ?? nextId(randomId), clock());
        callListener(
          () => traceOf(answered.reached, tracing)?.end(record),
          () => warn("The tracing failed; the spans of a request are lost."),
        );
        return observer?.(record);
      },
      () => warn("The observer failed; the record of a request is lost."),
    );
  };
}

function createRecord(answered: Answered, requestId: string, now: number): RequestRecord {
  const { reached, answer } = answered;
  const { request, log, route, receivedAt, remoteAddress, auth, hideSecrets } = reached;
  const { notes } = log;
  const { status, body } = answer;
  const durationMs = now - receivedAt;
  // Secrets are hidden before the text is cut: a cut secret would no longer be recognized.
  if (notes.detail !== undefined) notes.detail = oneLine(hideSecrets(notes.detail));
  const record: Writable<Omit<RequestRecord, keyof RequestNotes>> = {
    requestId,
    receivedAt,
    durationMs,
    method: request.method,
    name: shortName(route.name),
    route: labelOf(reached),
    status,
    answerBytes: byteLength(body),
  };
  // Spreading optional fields would cost more than the rest of the record.
  if (remoteAddress !== undefined) record.remoteAddress = remoteAddress;
  if (auth?.provider !== undefined) record.provider = auth.provider.id;
  const { outcome, readMs, resolveMs } = notes;
  if (
    readMs !== undefined &&
    resolveMs !== undefined &&
    (outcome === "action" || outcome === "batch")
  ) {
    record.dispatchMs = durationMs - readMs - resolveMs;
  }
  return Object.assign(record, notes);
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Otherwise only the server's limit on the request line would bound a name. */
const MAX_NAME_CHARACTERS = 128;

/** The name of a hook in one line, for logs. */
export function shortName(name: string): string {
  return oneLine(name).slice(0, MAX_NAME_CHARACTERS);
}

/** The length in UTF-8. Each half of a surrogate pair is two of its four bytes. */
function byteLength(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2;
  }
  return bytes;
}

/**
 * The name if the config has it, else "other", for records, metrics and spans: scanners try any number of
 * names.
 */
export function labelOf({ endpoint }: Arrived): string {
  return endpoint?.name ?? "other";
}

/** Undefined without tracing. The trace starts late, when it is known whether the sender is authenticated. */
export function traceOf(arrived: Reached, tracing: Tracing | undefined): RequestTrace | undefined {
  if (tracing === undefined) return undefined;
  const { log } = arrived;
  log.trace ??= startTrace(arrived, tracing);
  return log.trace;
}

/** A failing tracer must not fail the request. */
function startTrace(
  { receivedAt, proof, auth, headers, hideSecrets, log: { notes } }: Reached,
  tracing: Tracing,
): RequestTrace {
  // The hook token was right, even if the request was refused later.
  const isProved = (proof ?? notes.credential) !== undefined && auth?.kind !== "none";
  const sent = isProved ? readHeader(headers, "traceparent") : undefined;
  try {
    return tracing.start({ receivedAt, traceparent: sent && hideSecrets(sent) });
  } catch {
    return UNTRACED;
  }
}

const UNTRACED: RequestTrace = { dispatch: (_labels, run) => run(), end: () => undefined };

/** One random id and a counter: a random id for each request would take 20 % of a small one. */
function createRequestIds(): (randomId: RandomId) => string {
  let first: string | undefined;
  let count = 0;
  return (randomId) => {
    first ??= randomId();
    count += 1;
    return `${first}-${count.toString(36)}`;
  };
}

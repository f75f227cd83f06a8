// The port through which requests become spans. Types only.

import { readHeader } from "@hookwright/base";
import type { RequestRecord } from "./record.ts";
import { labelOf, type RequestContext } from "./request-context.ts";

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

/** Undefined where nobody traces. Starts late, because only then it is known whether the sender is. */
export function traceOf(
  context: RequestContext,
  tracing: Tracing | undefined,
): RequestTrace | undefined {
  if (tracing === undefined) return undefined;
  context.trace ??= start(context, tracing);
  return context.trace as RequestTrace;
}

/** Spans that fail must not fail the request that they tell of. */
function start(
  { receivedAt, proof, auth, headers, hideSecrets }: RequestContext,
  tracing: Tracing,
): RequestTrace {
  const isProved = proof !== undefined && auth?.kind !== "none";
  const sent = isProved ? readHeader(headers, "traceparent") : undefined;
  try {
    return tracing.start({ receivedAt, traceparent: sent && hideSecrets(sent) });
  } catch {
    return UNTRACED;
  }
}

const UNTRACED: RequestTrace = { dispatch: (_labels, run) => run(), end: () => undefined };

/** The dispatch of an action, within its span where somebody traces. */
export function dispatchTraced<Result>(
  context: RequestContext,
  mapping: string | undefined,
  { tracing, run }: { readonly tracing: Tracing; readonly run: () => Result },
): Result {
  const trace = traceOf(context, tracing) as RequestTrace;
  return trace.dispatch(
    { route: labelOf(context), mapping, provider: context.auth?.provider?.id },
    run,
  );
}

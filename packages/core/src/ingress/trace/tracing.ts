// The port through which requests become spans. Types only.
import type { RequestRecord } from "../record.ts";

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

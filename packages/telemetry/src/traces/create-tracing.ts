// `@opentelemetry/api` → the tracing of an ingress: spans for each request, its resolving and its dispatches.
import type { RequestRecord, RequestTrace, TraceLabels, Tracing } from "@hookwright/core/ingress";
import { parseTraceparent } from "./parse-traceparent.ts";
import type { EpochTime, Span, SpanSettings, TelemetryApi } from "./telemetry-api.ts";

/** Options of `createTracing`. */
export interface TracingOptions {
  /**
   * Whether spans continue the trace of an authenticated sender, if your server has not started one itself.
   * Otherwise they start a new trace with a link to the sender's. Default: false.
   */
  readonly continueTraces?: boolean;
}

/** The values of `SpanKind` and `SpanStatusCode` of the API. */
const INTERNAL = 0;
const SERVER = 1;
const ERROR = 2;

/**
 * Attributes are the labels of the metrics, the status and the outcome, never text of a sender.
 *
 * @example
 * ```ts
 * import * as api from "@opentelemetry/api";
 *
 * const ingress = createIngress({ hooks, dispatch, tracing: createTracing(api) });
 * ```
 */
export function createTracing<Context, Found>(
  api: TelemetryApi<Context, Found>,
  { continueTraces = false }: TracingOptions = {},
): Tracing {
  const { trace, context } = api;
  const tracer = trace.getTracer("@hookwright/core");
  return {
    start: ({ receivedAt, traceparent }) => {
      const around = context.active();
      const sent = traceparent === undefined ? undefined : parseTraceparent(traceparent);
      const own = trace.getSpanContext(around);
      const isContinued = continueTraces && sent !== undefined && own === undefined;
      // If the server's own instrumentation already continues the sender's trace, a link would repeat it.
      const isLinked = !isContinued && sent !== undefined && own?.traceId !== sent.traceId;
      const settings: SpanSettings = {
        kind: own === undefined ? SERVER : INTERNAL,
        startTime: epochTimeOf(receivedAt),
        links: isLinked ? [{ context: sent }] : [],
      };
      const parent = isContinued ? trace.setSpanContext(around, sent) : around;
      const request = tracer.startSpan("hookwright.request", settings, parent);
      const within = trace.setSpan(parent, request);
      return traceRequest(request, {
        open: (name, details) => tracer.startSpan(name, { kind: INTERNAL, ...details }, within),
        run: (span, call) => context.with(trace.setSpan(within, span as Span & Found), call),
      });
    },
  };
}

/** The parts of the API that the spans of a request need. */
interface Opener {
  readonly open: (name: string, settings: Partial<SpanSettings>) => Span;
  readonly run: <Result>(span: Span, call: () => Result) => Result;
}

function traceRequest(request: Span, { open, run }: Opener): RequestTrace {
  return {
    dispatch: (labels, call) => {
      const span = open("hookwright.dispatch", { attributes: attributesOf(labels) });
      return endWith(span, () => run(span, call));
    },
    end: (record) => {
      const { route, mappingId: mapping, provider, receivedAt, durationMs, status } = record;
      const labels = attributesOf({ route, mapping, provider });
      const { readMs, resolveMs } = record;
      if (readMs !== undefined && resolveMs !== undefined) {
        const resolvedFrom = receivedAt + readMs;
        const startTime = epochTimeOf(resolvedFrom);
        const resolve = open("hookwright.resolve", { startTime, attributes: labels });
        resolve.end(epochTimeOf(resolvedFrom + resolveMs));
      }
      request.setAttributes({ ...labels, ...resultOf(record) });
      if (status >= 500) request.setStatus({ code: ERROR });
      request.end(epochTimeOf(receivedAt + durationMs));
    },
  };
}

/** Rounds to microseconds, the precision of a millisecond clock with fractions. */
function epochTimeOf(milliseconds: number): EpochTime {
  const microseconds = Math.round(milliseconds * 1_000);
  return [Math.floor(microseconds / 1e6), (microseconds % 1e6) * 1_000];
}

/** The error itself is left out, because its text may contain anything. */
function endWith<Result>(span: Span, call: () => Result): Result {
  const fail = (): void => {
    span.setStatus({ code: ERROR });
    span.end();
  };
  let result: Result;
  try {
    result = call();
  } catch (error) {
    fail();
    throw error;
  }
  if (isPromiseLike(result)) result.then(() => span.end(), fail);
  else span.end();
  return result;
}

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as Partial<PromiseLike<unknown>> | undefined)?.then === "function";
}

function attributesOf({ route, mapping, provider }: TraceLabels): Record<string, string> {
  return {
    "hookwright.route": route,
    ...(mapping !== undefined && { "hookwright.mapping": mapping }),
    ...(provider !== undefined && { "hookwright.provider": provider }),
  };
}

function resultOf({ code, outcome, status }: RequestRecord): Record<string, string | number> {
  return {
    "http.response.status_code": status,
    ...(code !== undefined && { "hookwright.code": code }),
    ...(outcome !== undefined && { "hookwright.outcome": outcome }),
  };
}

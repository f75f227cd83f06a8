// The used part of `@opentelemetry/api`, declared here so that users without traces do not need its types.

export interface SpanContext {
  traceId: string;
  spanId: string;
  traceFlags: number;
  isRemote?: boolean;
}

/**
 * Seconds since 1970, and nanoseconds of that second. The SDK also accepts a plain number, but interprets one
 * below `performance.now()` as milliseconds since the process started.
 */
export type EpochTime = [seconds: number, nanoseconds: number];

export interface Span {
  setAttributes(attributes: Record<string, string | number>): unknown;
  setStatus(status: { code: number }): unknown;
  end(time?: EpochTime): void;
}

export interface SpanSettings {
  kind: number;
  startTime?: EpochTime;
  attributes?: Record<string, string | number>;
  links?: { context: SpanContext }[];
}

/** The module `@opentelemetry/api`. `Context` and `Found` are its own types, which are only passed on. */
export interface TelemetryApi<Context = never, Found = never> {
  readonly trace: {
    getTracer(name: string): {
      startSpan(name: string, settings: SpanSettings, context: Context): Span & Found;
    };
    setSpan(context: Context, span: Found): Context;
    setSpanContext(context: Context, spanContext: SpanContext): Context;
    getSpanContext(context: Context): SpanContext | undefined;
  };
  readonly context: {
    active(): Context;
    with<Result>(context: Context, run: () => Result): Result;
  };
}

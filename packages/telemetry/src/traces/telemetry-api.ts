// What of `@opentelemetry/api` is used. Written down here, so that nobody needs its types who has no traces.

export interface SpanContext {
  traceId: string;
  spanId: string;
  traceFlags: number;
  isRemote?: boolean;
}

export interface Span {
  setAttributes(attributes: Record<string, string | number>): unknown;
  setStatus(status: { code: number }): unknown;
  end(time?: number): void;
}

export interface SpanSettings {
  kind: number;
  startTime?: number;
  attributes?: Record<string, string | number>;
  links?: { context: SpanContext }[];
}

/** The module `@opentelemetry/api`. `Context` and `Found` are its own types, handed on and never looked into. */
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

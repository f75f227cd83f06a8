// The W3C header `traceparent` → the context of the sender's span, or undefined if it is malformed.
import type { SpanContext } from "./telemetry-api.ts";

/** Later versions have the same first four fields. */
const HEADER =
  /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-.*)?$/;

const SAMPLED = 1;

export function parseTraceparent(text: string): SpanContext | undefined {
  const [, traceId, spanId, flags] = HEADER.exec(text) ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  const traceFlags = Number.parseInt(flags as string, 16) & SAMPLED;
  return { traceId, spanId, traceFlags, isRemote: true };
}

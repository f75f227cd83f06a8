// The exports of @hookwright/telemetry.
export {
  createMetrics,
  type HookMetrics,
  type MetricsOptions,
} from "./metrics/create-metrics.ts";
export { METRICS, type MetricRow } from "./metrics/metric-rows.ts";
export type { PromClient } from "./metrics/prom-client.ts";
export { createTracing, type TracingOptions } from "./traces/create-tracing.ts";
export type { TelemetryApi } from "./traces/telemetry-api.ts";

// The module `prom-client` → an observer that turns records into metrics.
import type { Ingress, RequestRecord } from "@hookwright/core/ingress";
import { createBoundNames } from "./bound-names.ts";
import { METRICS, type MetricRow } from "./metric-rows.ts";
import type { Labels, MetricSettings, PromClient } from "./prom-client.ts";

/** Options of `createMetrics`. */
export interface MetricsOptions {
  /** A registry of `prom-client`. Default: its global one. */
  readonly register?: object;
}

/** The result of `createMetrics`. */
export interface HookMetrics {
  /** Pass it to `createIngress`, or call it in your own observer. */
  readonly observer: (record: RequestRecord) => void;
  /**
   * Sets the ingress that the gauge of requests in flight reads, because the ingress is created after its
   * observer.
   */
  readonly watch: (ingress: Pick<Ingress, "inFlight">) => void;
}

/**
 * Labels are names of the config, vendors and codes, never a client, a key, an id or other text of a sender.
 *
 * @example
 * ```ts
 * const { observer, watch } = createMetrics(await import("prom-client"));
 * const ingress = createIngress({ hooks, dispatch, observer });
 * watch(ingress);
 * ```
 */
export function createMetrics(client: PromClient, options: MetricsOptions = {}): HookMetrics {
  const { Counter, Histogram, Gauge } = client;
  const settings = (row: MetricRow): MetricSettings => settingsOf(row, options);
  const histogram = (row: MetricRow) =>
    new Histogram({ ...settings(row), buckets: [...(row.buckets as readonly number[])] });
  const requests = new Counter(settings(METRICS.requests));
  const failures = new Counter(settings(METRICS.failures));
  const dispatches = new Counter(settings(METRICS.dispatches));
  const replays = new Counter(settings(METRICS.replays));
  const duration = histogram(METRICS.duration);
  const stages = histogram(METRICS.stages);
  const requestBytes = histogram(METRICS.requestBytes);
  const answerBytes = histogram(METRICS.answerBytes);
  let inFlight = (): number => 0;
  const gauge = new Gauge({
    ...settings(METRICS.inFlight),
    collect: () => gauge.set(inFlight()),
  });
  const labelsOf = createLabels();
  return {
    observer: (record) => {
      const { mapping, code } = labelsOf(record);
      requests.inc(code);
      if (record.status >= 500) failures.inc(code);
      const taken = countTaken(record);
      if (taken > 0) dispatches.inc(mapping, taken);
      if (isReplay(record)) replays.inc(mapping);
      // A wait for a run is as long as the run.
      duration.observe(mapping, (record.durationMs - (record.waitMs ?? 0)) / 1_000);
      for (const [stage, milliseconds] of stagesOf(record)) {
        const route = mapping["route"] as string;
        if (milliseconds !== undefined) stages.observe({ stage, route }, milliseconds / 1_000);
      }
      if (record.bodyBytes !== undefined) requestBytes.observe(mapping, record.bodyBytes);
      answerBytes.observe(mapping, record.answerBytes);
    },
    watch: (ingress) => {
      inFlight = () => ingress.inFlight();
    },
  };
}

function settingsOf(row: MetricRow, { register }: MetricsOptions): MetricSettings {
  const { name, help, labels } = row;
  const settings: MetricSettings = { name, help, labelNames: [...labels] };
  // The classes of `prom-client` accept only its own registries, whose type is unknown here.
  return register === undefined ? settings : { ...settings, registers: [register as never] };
}

/** The integrator chooses the codes of rejected dispatches, so their number is bounded. */
const MAX_CODES = 100;

function createLabels() {
  const routes = createBoundNames();
  const mappings = createBoundNames();
  const providers = createBoundNames();
  const codes = createBoundNames(MAX_CODES);
  return (record: RequestRecord): { readonly mapping: Labels; readonly code: Labels } => {
    const mapping = {
      route: routes(record.route),
      mapping: mappings(record.mappingId ?? ""),
      provider: providers(record.provider ?? ""),
    };
    return { mapping, code: { ...mapping, code: codes(record.code ?? "ok") } };
  };
}

function countTaken(record: RequestRecord): number {
  if (isReplay(record)) return 0;
  return record.dispatched ?? (record.action === undefined ? 0 : 1);
}

function isReplay(record: RequestRecord & { readonly dedupe?: string }): boolean {
  return record.dedupe === "replayed";
}

function stagesOf({ readMs, resolveMs, dispatchMs }: RequestRecord) {
  return [
    ["read", readMs],
    ["resolve", resolveMs],
    ["dispatch", dispatchMs],
  ] as const;
}

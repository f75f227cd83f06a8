// What of `prom-client` is used. Written down here, so that nobody needs its types who has no metrics.

export type Labels = Record<string, string>;

export interface MetricSettings {
  name: string;
  help: string;
  labelNames?: string[];
  registers?: never[];
}

/** The module `prom-client`, or one that makes the same classes. */
export interface PromClient {
  readonly Counter: new (
    settings: MetricSettings,
  ) => {
    inc(labels: Labels, value?: number): void;
  };
  readonly Histogram: new (
    settings: MetricSettings & { buckets: number[] },
  ) => {
    observe(labels: Labels, value: number): void;
  };
  readonly Gauge: new (
    settings: MetricSettings & { collect: () => void },
  ) => {
    set(value: number): void;
  };
}

// The used part of `prom-client`, declared here so that users without metrics do not need its types.

export type Labels = Record<string, string>;

export interface MetricSettings {
  name: string;
  help: string;
  labelNames?: string[];
  registers?: never[];
}

/** The module `prom-client`, or one with the same classes. */
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

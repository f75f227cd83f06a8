// The metrics as data, for the code, the tests and the docs.

/** One metric. */
export interface MetricRow {
  readonly name: string;
  readonly kind: "counter" | "histogram" | "gauge";
  /** One sentence, as Prometheus shows it. */
  readonly help: string;
  readonly labels: readonly string[];
  /** Upper bounds of a histogram's buckets. */
  readonly buckets?: readonly number[];
}

const OF_MAPPINGS = ["route", "mapping", "provider"] as const;

/** From a wake in memory to the time limit of a request; the clock has milliseconds. */
const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Most webhooks have 1 to 50 kB; the default limit is 256 KiB, the maximum 32 MiB. */
const BYTES = [256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576, 8_388_608, 33_554_432];

type MetricId =
  | "requests"
  | "failures"
  | "dispatches"
  | "replays"
  | "duration"
  | "stages"
  | "requestBytes"
  | "answerBytes"
  | "inFlight";

/** Every metric, by a short name. */
export const METRICS: Readonly<Record<MetricId, MetricRow>> = {
  requests: {
    name: "hookwright_requests_total",
    kind: "counter",
    help: "Requests to the hooks, including refused requests; code is ok for a request that was not refused.",
    labels: [...OF_MAPPINGS, "code"],
  },
  failures: {
    name: "hookwright_failures_total",
    kind: "counter",
    help: "Requests that were answered 5xx: their senders try again.",
    labels: [...OF_MAPPINGS, "code"],
  },
  dispatches: {
    name: "hookwright_dispatches_total",
    kind: "counter",
    help: "Actions that dispatch has taken; each element of a batch is one.",
    labels: OF_MAPPINGS,
  },
  replays: {
    name: "hookwright_replays_total",
    kind: "counter",
    help: "Events that came again and got the first answer.",
    labels: OF_MAPPINGS,
  },
  duration: {
    name: "hookwright_request_duration_seconds",
    kind: "histogram",
    help: "Time from the head of a request until its answer was ready.",
    labels: OF_MAPPINGS,
    buckets: SECONDS,
  },
  stages: {
    name: "hookwright_stage_duration_seconds",
    kind: "histogram",
    help: "Time of the stages read, resolve and dispatch, for requests that came to them.",
    labels: ["stage", "route"],
    buckets: SECONDS,
  },
  requestBytes: {
    name: "hookwright_request_bytes",
    kind: "histogram",
    help: "Bytes of the bodies that were read.",
    labels: OF_MAPPINGS,
    buckets: BYTES,
  },
  answerBytes: {
    name: "hookwright_answer_bytes",
    kind: "histogram",
    help: "Bytes of the bodies of answers.",
    labels: OF_MAPPINGS,
    buckets: BYTES,
  },
  inFlight: {
    name: "hookwright_requests_in_flight",
    kind: "gauge",
    help: "Requests that are being answered.",
    labels: [],
  },
};

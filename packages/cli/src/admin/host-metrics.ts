// The metrics of a host, as data: the docs and the code have them from here (OPS-3).

export interface HostMetricRow {
  readonly name: string;
  readonly kind: "counter" | "histogram" | "gauge";
  /** In one sentence, as Prometheus shows it. */
  readonly help: string;
  readonly labels: readonly string[];
}

export type HostMetricId =
  | "runs"
  | "oldestRun"
  | "room"
  | "deliveries"
  | "channelWaiting"
  | "channelOldest"
  | "channelPaused"
  | "channelSent"
  | "runnerPaused"
  | "events"
  | "oldestEvent"
  | "storeBytes"
  | "freeBytes"
  | "turns"
  | "sent"
  | "tries"
  | "heartbeats"
  | "tokens";

export const HOST_METRICS: Readonly<Record<HostMetricId, HostMetricRow>> = {
  runs: {
    name: "hookwright_host_runs",
    kind: "gauge",
    help: "Runs of the host by their state.",
    labels: ["state"],
  },
  oldestRun: {
    name: "hookwright_host_oldest_run_seconds",
    kind: "gauge",
    help: "Age of the oldest run that waits for its turn or for another try; 0 where none waits.",
    labels: [],
  },
  room: {
    name: "hookwright_host_room",
    kind: "gauge",
    help: "Runs that are accepted before senders get 503.",
    labels: [],
  },
  deliveries: {
    name: "hookwright_host_deliveries",
    kind: "gauge",
    help: "Deliveries of the host by their state.",
    labels: ["state"],
  },
  channelWaiting: {
    name: "hookwright_host_channel_waiting",
    kind: "gauge",
    help: "Deliveries of a channel that have not ended.",
    labels: ["channel"],
  },
  channelOldest: {
    name: "hookwright_host_channel_oldest_seconds",
    kind: "gauge",
    help: "Age of the oldest delivery of a channel that has not ended; 0 where there is none.",
    labels: ["channel"],
  },
  channelPaused: {
    name: "hookwright_host_channel_paused",
    kind: "gauge",
    help: "1 while a channel is paused, because its credential was refused; else 0.",
    labels: ["channel"],
  },
  channelSent: {
    name: "hookwright_host_channel_last_sent_timestamp_seconds",
    kind: "gauge",
    help: "When a delivery of a channel was last sent; absent where none was.",
    labels: ["channel"],
  },
  runnerPaused: {
    name: "hookwright_host_runner_paused",
    kind: "gauge",
    help: "1 for each pair of a runner and the provider of its models that is paused; absent for the others. `provider` is empty where models name none.",
    labels: ["runner", "provider"],
  },
  events: {
    name: "hookwright_host_waiting_events",
    kind: "gauge",
    help: "System events that wait for a heartbeat.",
    labels: [],
  },
  oldestEvent: {
    name: "hookwright_host_oldest_event_seconds",
    kind: "gauge",
    help: "Age of the oldest system event that waits; 0 where none waits.",
    labels: [],
  },
  storeBytes: {
    name: "hookwright_host_store_bytes",
    kind: "gauge",
    help: "Bytes of the store.",
    labels: [],
  },
  freeBytes: {
    name: "hookwright_host_free_disk_bytes",
    kind: "gauge",
    help: "Free bytes of the disk of the store.",
    labels: [],
  },
  turns: {
    name: "hookwright_host_turn_duration_seconds",
    kind: "histogram",
    help: "Time of a turn; kind is run, heartbeat or prompt, outcome the state or the outcome that it ended with.",
    labels: ["kind", "outcome"],
  },
  sent: {
    name: "hookwright_host_accepted_to_sent_seconds",
    kind: "histogram",
    help: "Time from the acceptance of a run until its answer was sent.",
    labels: ["channel"],
  },
  tries: {
    name: "hookwright_host_tries_total",
    kind: "counter",
    help: "Turns of runs that began, and calls of channels; kind is run or delivery.",
    labels: ["kind"],
  },
  heartbeats: {
    name: "hookwright_host_heartbeats_total",
    kind: "counter",
    help: "Heartbeats by their outcome: sent, ack, empty, duplicate, no-route, skipped, failed.",
    labels: ["outcome"],
  },
  tokens: {
    name: "hookwright_host_tokens_total",
    kind: "counter",
    help: "Tokens that turns used, where the runner knows; kind is input or output.",
    labels: ["kind"],
  },
};

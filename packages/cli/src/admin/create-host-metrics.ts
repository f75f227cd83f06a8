// A host and a registry → gauges of its status, and an observer that counts its records.
import type {
  DeliveryChange,
  EngineStatus,
  HeartbeatChange,
  Host,
  HostRecord,
  RunChange,
  Usage,
} from "@hookwright/host";

/** What the gauges read of a host. */
export type WatchedHost = Pick<Host, "status">;

interface MetricParts {
  readonly promClient: typeof import("prom-client");
  readonly register: import("prom-client").Registry;
  /** Milliseconds since the epoch. Default: `Date.now`. */
  readonly clock?: () => number;
}

/** Labels and a value. */
type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

type Read = (status: EngineStatus, now: number) => readonly Sample[];

export interface HostMetricRow {
  readonly name: string;
  readonly kind: "counter" | "histogram" | "gauge";
  /** In one sentence, as Prometheus shows it. */
  readonly help: string;
  readonly labels: readonly string[];
}

function gauge(name: string, labels: readonly string[], help: string, read: Read) {
  return { kind: "gauge", name, labels, help, read } as const;
}

const GAUGES = [
  gauge("hookwright_host_runs", ["state"], "Runs of the host by their state.", ({ runs }) =>
    byState(runs),
  ),
  gauge(
    "hookwright_host_oldest_run_seconds",
    [],
    "Age of the oldest run that waits for its turn or for another try; 0 where none waits.",
    ({ oldestQueuedAt }, now) => one(ageOf(oldestQueuedAt, now)),
  ),
  gauge(
    "hookwright_host_room",
    [],
    "Number of further runs that the host can accept now; at 0, senders get 503.",
    ({ room }) => one(room),
  ),
  gauge(
    "hookwright_host_deliveries",
    ["state"],
    "Deliveries of the host by their state.",
    ({ deliveries }) => byState(deliveries),
  ),
  gauge(
    "hookwright_host_channel_waiting",
    ["channel"],
    "Deliveries of a channel that have not ended.",
    ({ channels }) => [...channels].map(([channel, { waiting }]) => [{ channel }, waiting]),
  ),
  gauge(
    "hookwright_host_channel_oldest_seconds",
    ["channel"],
    "Age of the oldest delivery of a channel that has not ended; 0 where there is none.",
    ({ channels }, now) =>
      [...channels].map(([channel, { oldestAt }]) => [{ channel }, ageOf(oldestAt, now)]),
  ),
  gauge(
    "hookwright_host_channel_paused",
    ["channel"],
    "1 while a channel is paused, because its credential was refused, or by an operator; else 0.",
    ({ channels }) =>
      [...channels].map(([channel, { pausedSince }]) => [
        { channel },
        pausedSince === undefined ? 0 : 1,
      ]),
  ),
  gauge(
    "hookwright_host_channel_last_sent_timestamp_seconds",
    ["channel"],
    "When a delivery of a channel was last sent; absent where none was.",
    ({ channels }) =>
      [...channels].flatMap(([channel, { lastSentAt }]) =>
        lastSentAt === undefined ? [] : [[{ channel }, lastSentAt / 1_000] as const],
      ),
  ),
  gauge(
    "hookwright_host_runner_paused",
    ["runner", "provider"],
    "1 while a runner does not call a provider of models (a paused pair of runner and provider); absent for pairs that are not paused. `provider` is empty where models name none.",
    ({ pausedRunners }) =>
      pausedRunners.map(({ runner, provider = "" }) => [{ runner, provider }, 1]),
  ),
  gauge(
    "hookwright_host_paused_waiting",
    ["kind", "id"],
    "What waits for a mapping, channel or runner that an operator has paused; absent for what is not.",
    ({ pauses }) => pauses.map(({ kind, id, waiting }) => [{ kind, id }, waiting]),
  ),
  gauge(
    "hookwright_host_waiting_events",
    [],
    "System events that wait for a heartbeat.",
    ({ waitingEvents }) => one(waitingEvents),
  ),
  gauge(
    "hookwright_host_oldest_event_seconds",
    [],
    "Age of the oldest system event that waits; 0 where none waits.",
    ({ oldestEventAt }, now) => one(ageOf(oldestEventAt, now)),
  ),
  gauge("hookwright_host_store_bytes", [], "Bytes of the store.", ({ bytes }) => one(bytes)),
  gauge(
    "hookwright_host_free_disk_bytes",
    [],
    "Free bytes of the disk of the store.",
    ({ freeBytes }) => one(freeBytes),
  ),
];

const TURNS: HostMetricRow = {
  kind: "histogram",
  name: "hookwright_host_turn_duration_seconds",
  labels: ["kind", "outcome"],
  help: "Time of a turn; kind is run, heartbeat or prompt; outcome is the state or outcome at the end of the turn.",
};
const SENT: HostMetricRow = {
  kind: "histogram",
  name: "hookwright_host_accepted_to_sent_seconds",
  labels: ["channel"],
  help: "Time from the acceptance of a run until its answer was sent.",
};
const TRIES: HostMetricRow = {
  kind: "counter",
  name: "hookwright_host_tries_total",
  labels: ["kind"],
  help: "Attempts: with kind run, turns of runs that were started; with kind delivery, requests of the host to channels.",
};
const HEARTBEATS: HostMetricRow = {
  kind: "counter",
  name: "hookwright_host_heartbeats_total",
  labels: ["outcome"],
  help: "Heartbeats by their outcome: sent, ack, empty, duplicate, no-route, skipped, failed.",
};
const TOKENS: HostMetricRow = {
  kind: "counter",
  name: "hookwright_host_tokens_total",
  labels: ["kind"],
  help: "Tokens that turns used, where the runner knows; kind is input or output.",
};

/** The metrics of a host, as data for the docs. */
export const HOST_METRICS: readonly HostMetricRow[] = [
  ...GAUGES,
  TURNS,
  SENT,
  TRIES,
  HEARTBEATS,
  TOKENS,
];

/** From an answer in memory to an hour. */
const BUCKETS = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600];

export interface HostMetrics {
  /** Counts a record. */
  readonly observe: (record: HostRecord) => void;
  /** Reads the status once for all gauges: call it before the text is made. */
  readonly refresh: () => Promise<void>;
}

export function createHostMetrics(host: WatchedHost, parts: MetricParts): HostMetrics {
  const { promClient, register, clock = Date.now } = parts;
  const shared = ({ name, help, labels }: HostMetricRow) => {
    return { name, help, labelNames: [...labels], registers: [register] };
  };
  const gauges = GAUGES.map((row) => [new promClient.Gauge(shared(row)), row.read] as const);
  const counter = (row: HostMetricRow) => new promClient.Counter(shared(row));
  const histogram = (row: HostMetricRow) =>
    new promClient.Histogram({ ...shared(row), buckets: BUCKETS });
  const [turns, sent] = [histogram(TURNS), histogram(SENT)];
  const [tries, heartbeats, tokens] = [counter(TRIES), counter(HEARTBEATS), counter(TOKENS)];

  const observeRun = ({ state, durationMs, usage }: RunChange): void => {
    addUsage(usage);
    if (state === "running") tries.inc({ kind: "run" });
    else if (durationMs !== undefined) {
      turns.observe({ kind: "run", outcome: state }, durationMs / 1_000);
    }
  };

  const observeDelivery = ({ channel, state, sinceAcceptanceMs }: DeliveryChange): void => {
    if (state === "sending") tries.inc({ kind: "delivery" });
    if (sinceAcceptanceMs !== undefined) sent.observe({ channel }, sinceAcceptanceMs / 1_000);
  };

  const observeHeartbeat = (record: HeartbeatChange): void => {
    addUsage(record.usage);
    // `failed: timeout` and `skipped: empty` have their reason after a colon.
    const [outcome = ""] = record.outcome.split(":", 1);
    const kind = record.reason === "prompt" ? "prompt" : "heartbeat";
    if (kind === "heartbeat") heartbeats.inc({ outcome });
    if (outcome !== "skipped") turns.observe({ kind, outcome }, record.durationMs / 1_000);
  };

  const addUsage = ({ inputTokens = 0, outputTokens = 0 }: Usage = {}): void => {
    tokens.inc({ kind: "input" }, inputTokens);
    tokens.inc({ kind: "output" }, outputTokens);
  };

  return {
    observe: (record) => {
      if (record.kind === "run") observeRun(record);
      else if (record.kind === "delivery") observeDelivery(record);
      else if (record.kind === "heartbeat") observeHeartbeat(record);
    },
    refresh: async () => {
      const [status, now] = [await host.status(), clock()];
      for (const [gauge, read] of gauges) {
        // A channel that was removed from the config has no row.
        gauge.reset();
        for (const [labels, value] of read(status, now)) gauge.set(labels, value);
      }
    },
  };
}

function byState(counts: Readonly<Record<string, number>>): readonly Sample[] {
  return Object.entries(counts).map(([state, count]) => [{ state }, count]);
}

function one(value: number): readonly Sample[] {
  return [[{}, value]];
}

/** In seconds; never negative, even if the clock was set back. */
function ageOf(at: number | undefined, now: number): number {
  return at === undefined ? 0 : Math.max(0, now - at) / 1_000;
}

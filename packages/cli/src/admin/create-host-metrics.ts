// A host and a registry → gauges that read its status when they are asked for, and an observer that counts its records (OPS-3).
import type {
  DeliveryChange,
  EngineStatus,
  HeartbeatChange,
  Host,
  HostRecord,
  RunChange,
  Usage,
} from "@hookwright/host";
import { HOST_METRICS, type HostMetricId } from "./host-metrics.ts";

/** What of a host the gauges read. */
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

const GAUGES: Readonly<Partial<Record<HostMetricId, Read>>> = {
  runs: ({ runs }) => byState(runs),
  oldestRun: ({ oldestQueuedAt }, now) => one(ageOf(oldestQueuedAt, now)),
  room: ({ room }) => one(room),
  deliveries: ({ deliveries }) => byState(deliveries),
  channelWaiting: ({ channels }) =>
    [...channels].map(([channel, { waiting }]) => [{ channel }, waiting]),
  channelOldest: ({ channels }, now) =>
    [...channels].map(([channel, { oldestAt }]) => [{ channel }, ageOf(oldestAt, now)]),
  channelPaused: ({ channels }) =>
    [...channels].map(([channel, { pausedSince }]) => [
      { channel },
      pausedSince === undefined ? 0 : 1,
    ]),
  channelSent: ({ channels }) =>
    [...channels].flatMap(([channel, { lastSentAt }]) =>
      lastSentAt === undefined ? [] : [[{ channel }, lastSentAt / 1_000] as const],
    ),
  runnerPaused: ({ pausedRunners }) =>
    pausedRunners.map(({ runner, provider = "" }) => [{ runner, provider }, 1]),
  events: ({ waitingEvents }) => one(waitingEvents),
  oldestEvent: ({ oldestEventAt }, now) => one(ageOf(oldestEventAt, now)),
  storeBytes: ({ bytes }) => one(bytes),
  freeBytes: ({ freeBytes }) => one(freeBytes),
};

/** From an answer in memory to an hour. */
const BUCKETS = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600];

export interface HostMetrics {
  /** Counts a record. */
  readonly observe: (record: HostRecord) => void;
  /** Reads the status once for all gauges: call it before the text is made. */
  readonly refresh: () => void;
}

export function createHostMetrics(host: WatchedHost, parts: MetricParts): HostMetrics {
  const { promClient, register, clock = Date.now } = parts;
  const shared = (id: HostMetricId) => {
    const { name, help, labels } = HOST_METRICS[id];
    return { name, help, labelNames: [...labels], registers: [register] };
  };
  const gauges = (Object.entries(GAUGES) as [HostMetricId, Read][]).map(
    ([id, read]) => [new promClient.Gauge(shared(id)), read] as const,
  );
  const counter = (id: HostMetricId) => new promClient.Counter(shared(id));
  const histogram = (id: HostMetricId) =>
    new promClient.Histogram({ ...shared(id), buckets: BUCKETS });
  const [turns, sent] = [histogram("turns"), histogram("sent")];
  const [tries, heartbeats, tokens] = [counter("tries"), counter("heartbeats"), counter("tokens")];

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
    // `failed: timeout` and `skipped: empty` have their reason behind a colon.
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
    refresh: () => {
      const [status, now] = [host.status(), clock()];
      for (const [gauge, read] of gauges) {
        // A channel that is gone from the config is no row any more.
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

/** In seconds; a clock that was set back gives no negative age. */
function ageOf(at: number | undefined, now: number): number {
  return at === undefined ? 0 : Math.max(0, now - at) / 1_000;
}

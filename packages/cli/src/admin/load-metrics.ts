// `prom-client`, where it is installed → the metrics of this process, its hooks and its host.
import type { RequestRecord } from "@hookwright/core/ingress";
import type { Host } from "@hookwright/host";
import { createMetrics } from "@hookwright/telemetry";
import { HOST_GAUGES } from "./host-gauges.ts";

export interface ServerMetrics {
  readonly observer: (record: RequestRecord) => void;
  readonly watch: ReturnType<typeof createMetrics>["watch"];
  readonly text: () => Promise<string>;
}

/** What of a host the gauges read. */
export type WatchedHost = Pick<Host, "status">;

/**
 * Undefined where the module is not there: it is an optional peer, which takes longer to import than all
 * the rest of the command. `load` is for tests.
 */
export async function loadMetrics(
  host: WatchedHost | undefined,
  load: () => Promise<typeof import("prom-client")> = () => import("prom-client"),
): Promise<ServerMetrics | undefined> {
  let promClient: typeof import("prom-client");
  try {
    promClient = await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND") return undefined;
    throw error;
  }
  // A registry of its own: a process may serve several hooks, as tests do.
  const register = new promClient.Registry();
  promClient.collectDefaultMetrics({ register });
  const { observer, watch } = createMetrics(promClient, { register });
  if (host !== undefined) addHost(host, { promClient, register });
  return { observer, watch, text: () => register.metrics() };
}

interface GaugeParts {
  readonly promClient: typeof import("prom-client");
  readonly register: import("prom-client").Registry;
}

function addHost(host: WatchedHost, { promClient, register }: GaugeParts): void {
  const read = (): readonly Readonly<Record<string, number>>[] => {
    const { runs, deliveries, waitingEvents } = host.status();
    return [runs, deliveries, { "": waitingEvents }];
  };
  for (const [index, { name, help, labels }] of HOST_GAUGES.entries()) {
    const gauge = new promClient.Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [register],
      collect: () => {
        for (const [state, value] of Object.entries(read()[index] ?? {})) {
          gauge.set(labels.length === 0 ? {} : { state }, value);
        }
      },
    });
  }
}

// `prom-client`, where it is installed → the metrics of this process, its hooks and its host.
import type { RequestRecord } from "@hookwright/core/ingress";
import type { HostRecord } from "@hookwright/host";
import { createMetrics } from "@hookwright/telemetry";
import { createHostMetrics, type WatchedHost } from "./create-host-metrics.ts";

export interface ServerMetrics {
  readonly observer: (record: RequestRecord) => void;
  /** For the records of the host; absent without one. */
  readonly ofHost?: (record: HostRecord) => void;
  readonly watch: ReturnType<typeof createMetrics>["watch"];
  readonly text: () => Promise<string>;
}

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
  const ofHost = host && createHostMetrics(host, { promClient, register });
  const text = (): Promise<string> => {
    ofHost?.refresh();
    return register.metrics();
  };
  return { observer, watch, text, ...(ofHost !== undefined && { ofHost: ofHost.observe }) };
}

// An address → the operator's HTTP server: GET /healthz, GET /metrics, and the API of a host.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestRecord } from "@hookwright/core/ingress";
import type { Health, HostRecord } from "@hookwright/host";
import { createMetrics } from "@hookwright/telemetry";
import { InvalidArgumentError } from "commander";
import { type StaticFile, showFile } from "../read-pages.ts";
import { createHostMetrics, type WatchedHost } from "./create-host-metrics.ts";
import {
  endText,
  type PagesAddress,
  type PagesServer,
  type ShowPage,
  servePages,
} from "./serve-pages.ts";

interface AdminPages {
  readonly health: () => Promise<Health>;
  /** The text of Prometheus. Undefined if `prom-client` is not installed. */
  readonly metrics: (() => Promise<string>) | undefined;
  /** Answers what is below /api, and checks its `Host` itself. Undefined without a host. */
  readonly api?: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  /** The operator's pages, by path. They hold no data: that comes from the API, with its token. */
  readonly files?: ReadonlyMap<string, StaticFile> | undefined;
}

/**
 * `degraded` answers 200, too: a load balancer must not take a server out of service because a channel is paused.
 * Rejects if the port is in use.
 */
export async function serveAdmin(address: PagesAddress, pages: AdminPages): Promise<PagesServer> {
  return servePages(address, {
    api: pages.api,
    find: (path) => findPage(path, pages),
    wrongHost: WRONG_HOST,
  });
}

export const WRONG_HOST =
  "This port answers only its own addresses, localhost, and the names of --admin-host. Start `hookwright serve` with --admin-host NAME to add one.";

const PAGES: ReadonlyMap<string, (pages: AdminPages, response: ServerResponse) => Promise<void>> =
  new Map([
    ["/healthz", showHealth],
    ["/metrics", showMetrics],
  ]);

function findPage(path: string, pages: AdminPages): ShowPage | undefined {
  const file = pages.files?.get(path);
  if (file !== undefined) return showFile(file);
  const show = PAGES.get(path);
  return show && ((response) => show(pages, response));
}

const NOT_SERVING: ReadonlySet<Health["status"]> = new Set(["stopping", "failing", "standby"]);

async function showHealth({ health }: AdminPages, response: ServerResponse): Promise<void> {
  const found = await readHealth(health);
  const status = NOT_SERVING.has(found.status) ? 503 : 200;
  endText(response, { status, type: "application/json", body: JSON.stringify(found) });
}

/** The store may be closed or damaged. */
async function readHealth(health: AdminPages["health"]): Promise<Health> {
  try {
    return await health();
  } catch {
    const reason = "store: The state of the host cannot be read. See its log.";
    return { status: "failing", reasons: [reason] };
  }
}

export const NO_METRICS =
  "There are no metrics: install prom-client@15.1.3 beside hookwright, and start it again.";

async function showMetrics({ metrics }: AdminPages, response: ServerResponse): Promise<void> {
  const type = "text/plain; version=0.0.4; charset=utf-8";
  if (metrics === undefined) {
    endText(response, { status: 501, type, body: NO_METRICS });
    return;
  }
  try {
    const body = await metrics();
    endText(response, { status: 200, type, body: body.trimEnd() });
  } catch {
    endText(response, { status: 500, type, body: "The metrics cannot be read." });
  }
}

export interface ServerMetrics {
  readonly observer: (record: RequestRecord) => void;
  /** For the records of the host; absent without one. */
  readonly ofHost?: (record: HostRecord) => void;
  readonly watch: ReturnType<typeof createMetrics>["watch"];
  readonly text: () => Promise<string>;
}

/**
 * Undefined if the module is not installed: it is an optional peer, which takes longer to import than the rest of the
 * command. `load` is for tests.
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
  const text = async (): Promise<string> => {
    await ofHost?.refresh();
    return register.metrics();
  };
  return { observer, watch, text, ...(ofHost !== undefined && { ofHost: ofHost.observe }) };
}

const ADDRESS = /^(?:(?<host>[\w.-]+|\[[\da-fA-F:.]+\]):)?(?<port>\d{1,5})$/;

/** `PORT` or `HOST:PORT` → the address of the operator's server; the default host is loopback. */
export function parseAdmin(text: string): PagesAddress {
  const { host = "127.0.0.1", port = "" } = ADDRESS.exec(text)?.groups ?? {};
  if (port === "" || Number(port) > 65_535) {
    throw new InvalidArgumentError("Write a port such as 9090, or HOST:PORT.");
  }
  return { host: host.replace(/^\[(.*)\]$/, "$1"), port: Number(port) };
}

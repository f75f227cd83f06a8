// An address → the operator's HTTP server: GET /healthz, GET /metrics, and the API of a host.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { RequestRecord } from "@hookwright/core/ingress";
import type { Health, HostRecord } from "@hookwright/host";
import { createHostTest, type HostNames } from "@hookwright/node-kit/host-names";
import { createMetrics } from "@hookwright/telemetry";
import { InvalidArgumentError } from "commander";
import type { StaticFile } from "../read-pages.ts";
import { createHostMetrics, type WatchedHost } from "./create-host-metrics.ts";

export interface AdminServer {
  readonly url: string;
  readonly close: () => void;
}

interface AdminPages {
  readonly health: () => Promise<Health>;
  /** The text of Prometheus. Undefined if `prom-client` is not installed. */
  readonly metrics: (() => Promise<string>) | undefined;
  /** Answers what is below /api, and checks its `Host` itself. Undefined without a host. */
  readonly api?: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  /** The operator's pages, by path. They hold no data: that comes from the API, with its token. */
  readonly files?: ReadonlyMap<string, StaticFile> | undefined;
}

/** From the first to the last byte of a request; an answer may take longer. */
const MAX_REQUEST_MS = 30_000;

export interface AdminAddress extends HostNames {
  readonly port: number;
}

/**
 * `degraded` answers 200, too: a load balancer must not take a server out of service because a channel is paused.
 * Rejects if the port is in use.
 */
export async function serveAdmin(address: AdminAddress, pages: AdminPages): Promise<AdminServer> {
  const isOwn = createHostTest(address);
  const server = createServer({ requestTimeout: MAX_REQUEST_MS }, (request, response) => {
    if (pages.api !== undefined && /^\/api(?:[/?]|$)/.test(request.url ?? "")) {
      pages.api(request, response);
      return;
    }
    if (!isOwn(request)) {
      end(response, { status: 421, type: TEXT, body: WRONG_HOST });
      return;
    }
    const show = findPage(request.url ?? "", pages);
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (show === undefined || !isRead) {
      response.writeHead(show === undefined ? 404 : 405).end();
      return;
    }
    void show(pages, response);
  });
  await listen(server, address);
  const { port } = server.address() as AddressInfo;
  const host = address.host.includes(":") ? `[${address.host}]` : address.host;
  return {
    url: `http://${host}:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const TEXT = "text/plain; charset=utf-8";

export const WRONG_HOST =
  "This port answers only its own addresses, localhost, and the names of --admin-host. Start `hookwright serve` with --admin-host NAME to add one.";

type ShowPage = (pages: AdminPages, response: ServerResponse) => Promise<void>;

const PAGES: ReadonlyMap<string, ShowPage> = new Map([
  ["/healthz", showHealth],
  ["/metrics", showMetrics],
]);

function findPage(path: string, { files }: AdminPages): ShowPage | undefined {
  const file = files?.get(path);
  if (file === undefined) return PAGES.get(path);
  return async (_pages, response) => {
    response.writeHead(200, file.headers).end(file.body);
  };
}

const NOT_SERVING: ReadonlySet<Health["status"]> = new Set(["stopping", "failing", "standby"]);

async function showHealth({ health }: AdminPages, response: ServerResponse): Promise<void> {
  const found = await readHealth(health);
  const status = NOT_SERVING.has(found.status) ? 503 : 200;
  end(response, { status, type: "application/json", body: JSON.stringify(found) });
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
    end(response, { status: 501, type, body: NO_METRICS });
    return;
  }
  try {
    const body = await metrics();
    end(response, { status: 200, type, body: body.trimEnd() });
  } catch {
    end(response, { status: 500, type, body: "The metrics cannot be read." });
  }
}

interface Page {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

function end(response: ServerResponse, { status, type, body }: Page): void {
  response.writeHead(status, { "content-type": type, "cache-control": "no-store" });
  response.end(`${body}\n`);
}

function listen(server: Server, { host, port }: AdminAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
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
export function parseAdmin(text: string): AdminAddress {
  const { host = "127.0.0.1", port = "" } = ADDRESS.exec(text)?.groups ?? {};
  if (port === "" || Number(port) > 65_535) {
    throw new InvalidArgumentError("Write a port such as 9090, or HOST:PORT.");
  }
  return { host: host.replace(/^\[(.*)\]$/, "$1"), port: Number(port) };
}

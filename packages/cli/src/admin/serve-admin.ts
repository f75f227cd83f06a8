// An address → the operator's HTTP server: GET /healthz (OPS-4) and GET /metrics.
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Health } from "@hookwright/host";

export interface AdminServer {
  readonly url: string;
  readonly close: () => void;
}

export interface AdminPages {
  readonly health: () => Health;
  /** The text of Prometheus. Undefined where `prom-client` is not installed. */
  readonly metrics: (() => Promise<string>) | undefined;
}

export interface AdminAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * `degraded` answers 200, too: what restarts a process on 503 must not do so because a channel is
 * paused. Rejects where the port is taken.
 */
export async function serveAdmin(address: AdminAddress, pages: AdminPages): Promise<AdminServer> {
  const server = createServer((request, response) => {
    const show = PAGES.get(request.url ?? "");
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (show === undefined || !isRead) {
      response.writeHead(show === undefined ? 404 : 405).end();
      return;
    }
    show(pages, response);
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

const PAGES: ReadonlyMap<string, (pages: AdminPages, response: ServerResponse) => void> = new Map([
  ["/healthz", showHealth],
  ["/metrics", showMetrics],
]);

function showHealth({ health }: AdminPages, response: ServerResponse): void {
  const found = health();
  const status = found.status === "stopping" ? 503 : 200;
  end(response, { status, type: "application/json", body: JSON.stringify(found) });
}

export const NO_METRICS =
  "There are no metrics: install prom-client@15.1.3 beside hookwright, and start it again.";

function showMetrics({ metrics }: AdminPages, response: ServerResponse): void {
  const type = "text/plain; version=0.0.4; charset=utf-8";
  if (metrics === undefined) {
    end(response, { status: 501, type, body: NO_METRICS });
    return;
  }
  metrics().then(
    (body) => end(response, { status: 200, type, body: body.trimEnd() }),
    () => end(response, { status: 500, type, body: "The metrics cannot be read." }),
  );
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

// A port → the operator's HTTP server on this machine: GET /healthz (OPS-4).
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Health } from "@hookwright/host";

export interface AdminServer {
  readonly url: string;
  readonly close: () => void;
}

/**
 * `degraded` answers 200, too: what restarts a process on 503 must not do so because a channel is
 * paused. Rejects where the port is taken.
 */
export async function serveAdmin(port: number, health: () => Health): Promise<AdminServer> {
  const server = createServer((request, response) => {
    const isKnown = request.url === "/healthz";
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isKnown || !isRead) {
      response.writeHead(isKnown ? 405 : 404).end();
      return;
    }
    const found = health();
    response.writeHead(found.status === "stopping" ? 503 : 200, {
      "content-type": "application/json",
      "cache-control": "no-store",
    });
    response.end(`${JSON.stringify(found)}\n`);
  });
  await listen(server, port);
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
}

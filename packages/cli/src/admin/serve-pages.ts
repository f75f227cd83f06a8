// An address, an API and pages → an HTTP server for browsers of this machine.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createHostTest, type HostNames } from "@hookwright/node-kit/host-names";

export interface PagesServer {
  readonly url: string;
  readonly close: () => void;
}

export interface PagesAddress extends HostNames {
  readonly port: number;
}

interface Pages {
  /** Answers what is below /api, and checks its `Host` itself. */
  readonly api?: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  /** Answers a GET of this path. Undefined: no page has it. */
  readonly find: (path: string) => ShowPage | undefined;
  /** The body for a `Host` that is not one of this server. */
  readonly wrongHost: string;
}

export type ShowPage = (response: ServerResponse) => void | Promise<void>;

/** From the first to the last byte of a request; an answer may take longer. */
const MAX_REQUEST_MS = 30_000;

/** Rejects if the port is in use. */
export async function servePages(
  address: PagesAddress,
  { api, find, wrongHost }: Pages,
): Promise<PagesServer> {
  const isOwn = createHostTest(address);
  const server = createServer({ requestTimeout: MAX_REQUEST_MS }, (request, response) => {
    if (api !== undefined && /^\/api(?:[/?]|$)/.test(request.url ?? "")) {
      api(request, response);
      return;
    }
    if (!isOwn(request)) {
      endText(response, { status: 421, type: TEXT, body: wrongHost });
      return;
    }
    const show = find(request.url ?? "");
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (show === undefined || !isRead) {
      response.writeHead(show === undefined ? 404 : 405).end();
      return;
    }
    void show(response);
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

interface TextAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

export function endText(response: ServerResponse, { status, type, body }: TextAnswer): void {
  response.writeHead(status, { "content-type": type, "cache-control": "no-store" });
  response.end(`${body}\n`);
}

function listen(server: Server, { host, port }: PagesAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
}

// An ingress → a standalone node:http server with time-outs, polite refusals and a graceful stop.
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Ingress, IngressAnswer } from "@hookwright/core/ingress";
import { createNodeHandler, type NodeHandlerOptions } from "./create-node-handler.ts";
import { createRefusal, sendAnswer } from "./send-answer.ts";

/** Options of `createHooksServer`; all but the ingress have a default. */
export interface HooksServerOptions<Context = unknown> extends NodeHandlerOptions<Context> {
  readonly ingress: Ingress<Context>;
  /** Default: `127.0.0.1`, so that nothing is exposed by accident. */
  readonly host?: string;
  /** Default: 0, any free port, which `listen` returns. */
  readonly port?: number;
  /**
   * A path such as `/health` for load balancers and supervisors, without a token: GET and HEAD get 200 while
   * the server accepts requests, and 503 after `close`. It must not be below the path of the hooks. Default:
   * none.
   */
  readonly healthPath?: string;
  /** Longest time for the headers to arrive, in milliseconds. Default: 10,000. */
  readonly headersTimeoutMs?: number;
  /**
   * Longest time for a whole request to arrive, in milliseconds. Keep it above `bodyTimeoutMs` of the
   * ingress, whose refusal says more. Default: 60,000.
   */
  readonly requestTimeoutMs?: number;
  /** How long an idle connection is kept, in milliseconds. Default: 65,000. */
  readonly keepAliveTimeoutMs?: number;
}

/** Where a server listens. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  /** The URL for clients on this machine: `http://127.0.0.1:8080`. */
  readonly url: string;
}

/** A server that can be started once and stopped gracefully. */
export interface HooksServer {
  /** Starts listening. Rejects with Node's error, for example if the port is taken. */
  readonly listen: () => Promise<ListenAddress>;
  /**
   * Stops: accepts no new connection, closes idle ones, and answers requests in progress with `Connection:
   * close`. Callers that wait for their run get their 202 at once. Shortly before the end of `timeoutMs` (default: 10,000), dispatches in flight are aborted
   * (`ingress.abort()`) and their senders get a 503. Connections that are left at the end are destroyed.
   */
  readonly close: (options?: { readonly timeoutMs?: number }) => Promise<void>;
  readonly server: Server;
}

/**
 * Creates a standalone server. Requests that are not for the hooks get a 404.
 *
 * @example
 * ```ts
 * const server = createHooksServer({ ingress, port: 8787 });
 * const { url } = await server.listen();
 * process.once("SIGTERM", () => server.close());
 * ```
 */
export function createHooksServer<Context>(options: HooksServerOptions<Context>): HooksServer {
  const handler = createNodeHandler(options.ingress, options);
  let stopped: Promise<void> | undefined;
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    if (stopped !== undefined) response.shouldKeepAlive = false;
    if (isHealthCheck(request, options.healthPath)) {
      return void sendAnswer(request, response, stopped === undefined ? HEALTHY : STOPPING);
    }
    void handler(request, response, () => void sendAnswer(request, response, NOT_FOUND));
  };

  const server = createServer(timeLimits(options), onRequest);
  server.on("checkContinue", onRequest);
  // An unknown expectation is ignored, as RFC 9110 allows; Node's own refusal has no body.
  server.on("checkExpectation", onRequest);
  server.on("clientError", refuseClientError);
  server.on("connect", (_request, socket) => {
    // Node has removed its own listeners from this socket: an error without a listener would end the process.
    refuseClientError({ code: "CONNECT" }, socket.on("error", () => undefined).resume());
  });
  const sockets = trackSockets(server);

  return {
    server,
    listen: () => listen(server, { host: options.host ?? "127.0.0.1", port: options.port ?? 0 }),
    close: ({ timeoutMs = 10_000 } = {}) => {
      options.ingress.stopWaiting();
      stopped ??= stopServer(server, sockets, { timeoutMs, abort: options.ingress.abort });
      return stopped;
    },
  };
}

function isHealthCheck({ method, url = "" }: IncomingMessage, path: string | undefined): boolean {
  return (method === "GET" || method === "HEAD") && path === url.split("?", 1)[0];
}

const HEALTHY: IngressAnswer = {
  status: 200,
  headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" },
  body: '{"status":"ok"}',
};

const STOPPING: IngressAnswer = { ...HEALTHY, status: 503, body: '{"status":"stopping"}' };

const NOT_FOUND = createRefusal(404, "not_found", "There is nothing at this path.");

function timeLimits(options: Omit<HooksServerOptions, "ingress" | "context">): ServerOptions {
  return {
    // Headers fit into a few packets; a client that needs longer holds connections open on purpose.
    headersTimeout: options.headersTimeoutMs ?? 10_000,
    requestTimeout: options.requestTimeoutMs ?? 60_000,
    // Longer than the 60 seconds of common load balancers: the side that sends must close first.
    keepAliveTimeout: options.keepAliveTimeoutMs ?? 65_000,
    // How often Node checks the two limits above. With its default of 30 seconds, 10 seconds could become 40.
    connectionsCheckingInterval: 1_000,
    // The Host header is not required, and Node would refuse a request without it by an empty 400.
    requireHostHeader: false,
  };
}

function listen(
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<ListenAddress> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve(describeAddress(server.address() as AddressInfo));
    });
  });
}

/** "Any address" is only for listening; clients need an address that they can reach. */
const REACHABLE: ReadonlyMap<string, string> = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["::", "::1"],
]);

function describeAddress({ address, family, port }: AddressInfo): ListenAddress {
  const reachable = REACHABLE.get(address) ?? address;
  const authority = family === "IPv6" ? `[${reachable}]` : reachable;
  return { host: address, port, url: `http://${authority}:${port}` };
}

const NO_TUNNEL = createRefusal(405, "method_not_allowed", "This server opens no tunnels.");

const BAD_REQUEST = createRefusal(400, "invalid_request", "The request is not valid HTTP.");

const TIMED_OUT = createRefusal(408, "request_timeout", "The request did not arrive in time.");

const TOO_LARGE = createRefusal(413, "payload_too_large", "The chunk extensions are too large.");

const TOO_MANY = createRefusal(431, "headers_too_large", "The headers are too large.");

/**
 * Answers for Node's error codes other than a plain bad request, and for CONNECT, which Node closes without
 * an answer.
 */
const ANSWERS: ReadonlyMap<string | undefined, IngressAnswer> = new Map([
  ["CONNECT", { ...NO_TUNNEL, headers: { ...NO_TUNNEL.headers, allow: "POST" } }],
  ["HPE_HEADER_OVERFLOW", TOO_MANY],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", TOO_LARGE],
  ["ERR_HTTP_REQUEST_TIMEOUT", TIMED_OUT],
]);

/** Enough time for the answer to arrive. What the client still sends is discarded. */
const GOODBYE_MS = 2_000;

/** Answers a connection whose bytes Node cannot parse, then closes it. */
function refuseClientError(error: { readonly code?: string }, socket: Duplex): void {
  // Closed or already refused: each further packet of invalid bytes is another error.
  if (!socket.writable) return;
  const current = responseInProgress(socket);
  if (current !== undefined && (current.headersSent || current.req.complete)) {
    // The invalid bytes follow a valid request: only the answer to that request is sent.
    current.shouldKeepAlive = false;
    return;
  }
  socket.end(answerToHttp(ANSWERS.get(error.code) ?? BAD_REQUEST));
  const timer = setTimeout(() => socket.destroy(), GOODBYE_MS);
  socket.once("close", () => clearTimeout(timer));
}

/** The answer as bytes for a raw socket, for requests that Node could not parse. */
function answerToHttp({ status, headers, body }: IngressAnswer): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const start = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}`;
  return `${start}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`;
}

/** Tracks the open connections, because Node's own list is not accessible. */
function trackSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return sockets;
}

interface StopOptions {
  readonly timeoutMs: number;
  /** Ends requests that wait for a dispatch, with an answer. */
  readonly abort: () => void;
}

/** The last part of the time, in which requests that would be cut off get a 503 instead. */
const ANSWER_MS = 1_000;

/** The caller must set `Connection: close` on later answers. */
function stopServer(
  server: Server,
  sockets: Iterable<Socket>,
  { timeoutMs, abort }: StopOptions,
): Promise<void> {
  for (const socket of sockets) {
    const response = responseInProgress(socket);
    if (response !== undefined) response.shouldKeepAlive = false;
  }
  return new Promise((resolve) => {
    const abortTimer = setTimeout(abort, timeoutMs - Math.min(ANSWER_MS, timeoutMs / 4));
    const endTimer = setTimeout(() => server.closeAllConnections(), timeoutMs);
    server.close(() => {
      clearTimeout(abortTimer);
      clearTimeout(endTimer);
      // Dispatches without a connection, because their sender disconnected, would otherwise go on.
      abort();
      resolve();
    });
    // Node counts a connection that has not sent a byte as busy.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  });
}

/** The current response of a connection, in the field that Node uses for its own refusals. Not in its types. */
function responseInProgress(
  socket: Duplex & { readonly _httpMessage?: ServerResponse | null },
): ServerResponse | undefined {
  return socket._httpMessage ?? undefined;
}

// An ingress → a server of its own on node:http, with time-outs, polite refusals and a graceful stop.
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
  /** Default: 0, any free port; `listen` tells which. */
  readonly port?: number;
  /**
   * A path such as `/health` for balancers and supervisors, without a token: GET and HEAD get 200 while the server
   * takes requests, and 503 from `close` on. It must not lie below the path of the hooks. Default: none.
   */
  readonly healthPath?: string;
  /** Longest time for the headers to arrive, in milliseconds. Default: 10,000. */
  readonly headersTimeoutMs?: number;
  /**
   * Longest time for a whole request to arrive, in milliseconds. Keep it above the ingress's
   * `bodyTimeoutMs`, whose refusal says more. Default: 60,000.
   */
  readonly requestTimeoutMs?: number;
  /** How long an idle connection is kept, in milliseconds. Default: 65,000. */
  readonly keepAliveTimeoutMs?: number;
}

/** Where a server listens. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  /** Where a client on this machine reaches it: `http://127.0.0.1:8080`. */
  readonly url: string;
}

/** A server that can be started once and stopped gracefully. */
export interface HooksServer {
  /** Starts listening. Rejects where Node does, for example when the port is taken. */
  readonly listen: () => Promise<ListenAddress>;
  /**
   * Stops: no new connection, idle ones closed, requests in progress answered with
   * `Connection: close`. Shortly before the end of `timeoutMs` (default: 10,000), dispatches in flight
   * are aborted (`ingress.abort()`), and their senders get 503; what is left at its end is cut off.
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
  // An expectation that we do not know is ignored, as RFC 9110 allows; Node's own refusal has no body.
  server.on("checkExpectation", onRequest);
  server.on("clientError", refuseClientError);
  server.on("connect", (_request, socket) => {
    // Node has taken its own listeners off this socket: an error without one would end the process.
    refuseClientError({ code: "CONNECT" }, socket.on("error", () => undefined).resume());
  });
  const sockets = trackSockets(server);

  return {
    server,
    listen: () => listen(server, { host: options.host ?? "127.0.0.1", port: options.port ?? 0 }),
    close: ({ timeoutMs = 10_000 } = {}) => {
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
    // Headers fit into a few packets; whoever needs longer holds connections open on purpose.
    headersTimeout: options.headersTimeoutMs ?? 10_000,
    requestTimeout: options.requestTimeoutMs ?? 60_000,
    // Longer than the 60 seconds of common balancers: the side that sends must be the one that closes.
    keepAliveTimeout: options.keepAliveTimeoutMs ?? 65_000,
    // How often Node looks at the two limits above. Its own 30 seconds would make 10 seconds up to 40.
    connectionsCheckingInterval: 1_000,
    // We never read Host, and Node's refusal of a request without it is an empty 400.
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

/** "Any address" is for listening; clients need one that they can reach. */
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

/** Node's codes for what is not plainly a bad request, and one for CONNECT, which Node closes unanswered. */
const ANSWERS: ReadonlyMap<string | undefined, IngressAnswer> = new Map([
  ["CONNECT", { ...NO_TUNNEL, headers: { ...NO_TUNNEL.headers, allow: "POST" } }],
  ["HPE_HEADER_OVERFLOW", TOO_MANY],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", TOO_LARGE],
  ["ERR_HTTP_REQUEST_TIMEOUT", TIMED_OUT],
]);

/** Enough for the answer to arrive; what the client still sends meanwhile is thrown away. */
const GOODBYE_MS = 2_000;

/** A connection whose bytes Node cannot read → an answer that arrives, then the end of the connection. */
function refuseClientError(error: { readonly code?: string }, socket: Duplex): void {
  // Gone, or refused before: each further packet of rubbish is an error of its own.
  if (!socket.writable) return;
  const current = responseInProgress(socket);
  if (current !== undefined && (current.headersSent || current.req.complete)) {
    // The rubbish follows a good request: its own answer goes out, and nothing else does.
    current.shouldKeepAlive = false;
    return;
  }
  socket.end(answerToHttp(ANSWERS.get(error.code) ?? BAD_REQUEST));
  const timer = setTimeout(() => socket.destroy(), GOODBYE_MS);
  socket.once("close", () => clearTimeout(timer));
}

/** The answer as bytes for a bare socket, for requests that Node could not read. */
function answerToHttp({ status, headers, body }: IngressAnswer): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const start = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}`;
  return `${start}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`;
}

/** The open connections. Node's own list cannot be read. */
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
  /** Makes requests that wait for a dispatch end with an answer. */
  readonly abort: () => void;
}

/** The last part of the time, in which those who would be cut off get a 503 instead. */
const ANSWER_MS = 1_000;

/** Answers to requests that are still to come must say `Connection: close` by the caller's doing. */
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
      // Dispatches whose sender has gone, or was cut off, hold no connection and go on.
      abort();
      resolve();
    });
    // Node takes a connection that has not sent a byte for a busy one.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  });
}

/** The response that is being made on a connection, where Node's own refusals look. Not in its types. */
function responseInProgress(
  socket: Duplex & { readonly _httpMessage?: ServerResponse | null },
): ServerResponse | undefined {
  return socket._httpMessage ?? undefined;
}

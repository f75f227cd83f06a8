// Routes → one HTTP server on loopback for all services, which logs each request and applies planned faults.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { FakeClock } from "../clock.ts";
import type { FakeAnswer } from "./answer.ts";
import { type Fault, faultAnswer, type PlannedFault, takeFault } from "./faults.ts";
import type { FakeRequest, Route, ServiceName } from "./route.ts";

/** A request, for tests that search for secrets, and its response. */
export interface LoggedRequest {
  readonly at: number;
  readonly service: ServiceName;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Undefined until there is a response, and if the connection was reset. */
  status: number | undefined;
}

interface ServeOptions {
  readonly port: number;
  readonly clock: FakeClock;
  readonly routes: readonly Route[];
  readonly faults: PlannedFault[];
  readonly log: LoggedRequest[];
  readonly closed: AbortController;
}

interface FakeServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export async function serve(options: ServeOptions): Promise<FakeServer> {
  const server = createServer((incoming, outgoing) => {
    answerRequest(incoming, outgoing, options).catch((error: unknown) => {
      if (outgoing.headersSent || incoming.destroyed) return;
      outgoing.writeHead(500, { "content-type": "text/plain" });
      outgoing.end(error instanceof Error ? error.stack : "no error");
    });
  });
  server.listen(options.port, "127.0.0.1");
  await new Promise((resolve, reject) => {
    server.once("listening", resolve);
    server.once("error", reject);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      options.closed.abort();
      const isClosed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await isClosed;
    },
  };
}

async function answerRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  options: ServeOptions,
): Promise<void> {
  const { routes, faults, log, clock } = options;
  const gone = new AbortController();
  outgoing.on("close", () => gone.abort());
  const signal = AbortSignal.any([gone.signal, options.closed.signal]);
  const { route, service, request } = await readRequest(incoming, { routes, signal });
  const entry: LoggedRequest = {
    at: clock.now(),
    service,
    method: request.method,
    path: incoming.url ?? "/",
    headers: request.headers,
    body: request.text,
    status: undefined,
  };
  if (service !== "control") log.push(entry);

  const fault = takeFault(faults, service, request);
  if (fault?.kind === "reset" && fault.when === "before") {
    outgoing.destroy();
    return;
  }
  if (fault?.kind === "delay") await clock.wait(fault.milliseconds, request.signal);
  const answer =
    fault?.kind === "status"
      ? faultAnswer(fault, service)
      : ((await route?.answer(request)) ?? { status: 404, body: { error: { code: 404 } } });
  if (request.signal.aborted) return;
  entry.status = answer.status;
  send(outgoing, answer, fault);
}

/** @returns all, half or none of the bytes of the response */
function send(outgoing: ServerResponse, answer: FakeAnswer, fault: Fault | undefined): void {
  if (fault?.kind === "reset") {
    outgoing.destroy();
    return;
  }
  const bytes = Buffer.from(answer.body === undefined ? "" : JSON.stringify(answer.body, null, 2));
  outgoing.writeHead(answer.status, {
    ...(answer.body !== undefined && { "content-type": "application/json; charset=UTF-8" }),
    ...(answer.status !== 204 && { "content-length": bytes.length }),
    ...answer.headers,
  });
  if (fault?.kind === "half") {
    outgoing.write(bytes.subarray(0, bytes.length / 2), () => outgoing.destroy());
    return;
  }
  outgoing.end(bytes);
}

interface RoutedRequest {
  /** Undefined: the path matches no route. */
  readonly route: Route | undefined;
  readonly service: ServiceName;
  readonly request: FakeRequest;
}

/** An incoming request and all routes → the request with its route and service. */
async function readRequest(
  incoming: IncomingMessage,
  { routes, signal }: { readonly routes: readonly Route[]; readonly signal: AbortSignal },
): Promise<RoutedRequest> {
  const { method = "GET", url: target = "/" } = incoming;
  const url = new URL(target, "http://127.0.0.1");
  const { route, params } = findRoute(routes, method, url.pathname);
  const request: FakeRequest = {
    method,
    path: url.pathname,
    query: url.searchParams,
    headers: headersOf(incoming),
    text: await readText(incoming),
    signal,
    params,
  };
  return { route, service: route?.service ?? serviceOf(url.pathname), request };
}

function findRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): { readonly route: Route | undefined; readonly params: Record<string, string> } {
  const decoded = decodeURIComponent(path);
  for (const route of routes) {
    const match = route.method === method ? route.path.exec(decoded) : null;
    if (match !== null) return { route, params: { ...match.groups } };
  }
  return { route: undefined, params: {} };
}

/** For a path that matches no route. */
function serviceOf(path: string): ServiceName {
  if (path.startsWith("/gmail/")) return "gmail";
  return path.startsWith("/v1/") ? "pubsub" : "oauth";
}

function headersOf(incoming: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
  );
}

async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

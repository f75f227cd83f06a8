// A request as it comes in, and all routes → the request with its route and service.
import type { IncomingMessage } from "node:http";
import type { FakeRequest, Route, ServiceName } from "./route.ts";

export interface RoutedRequest {
  /** Undefined: no route has this path. */
  readonly route: Route | undefined;
  readonly service: ServiceName;
  readonly request: FakeRequest;
}

export async function readRequest(
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

/** Of a path that no route has. */
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

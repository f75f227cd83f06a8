// The fetch adapter on the server of the runtime itself: Bun.serve and Deno.serve.
import { createFetchHandler, type FetchHandler } from "@hookwright/adapter-fetch";
import {
  type ConformanceTarget,
  createPortTarget,
  type RunningPortTarget,
} from "../../src/target.ts";

interface BunServer {
  readonly port: number;
  readonly requestIP: (request: Request) => { readonly address: string } | null;
  readonly stop: (closesConnections: boolean) => Promise<void>;
}

interface DenoServer {
  readonly addr: { readonly port: number };
  readonly finished: Promise<void>;
}

/** What this file uses of the two runtimes: their own types would replace those of Node. */
interface Runtimes {
  readonly Bun?: {
    readonly serve: (options: {
      readonly port: number;
      readonly hostname: string;
      readonly fetch: (request: Request, server: BunServer) => Promise<Response>;
    }) => BunServer;
  };
  readonly Deno?: {
    readonly serve: (
      options: {
        readonly port: number;
        readonly hostname: string;
        readonly signal: AbortSignal;
        readonly onListen: () => void;
      },
      fetch: (
        request: Request,
        info: { readonly remoteAddr: { readonly hostname: string } },
      ) => Promise<Response>,
    ) => DenoServer;
  };
}

const { Bun: bun, Deno: deno } = globalThis as typeof globalThis & Runtimes;

const SHARED = {
  noParser: "a Request that somebody has read keeps nothing",
  rewrites: { "dot segments": "a Request resolves its URL" },
} as const;

const LOOPBACK = { port: 0, hostname: "127.0.0.1" } as const;

async function answer(
  handler: FetchHandler,
  request: Request,
  remoteAddress: string | undefined,
): Promise<Response> {
  const response = await handler(request, remoteAddress === undefined ? {} : { remoteAddress });
  return response ?? new Response(null, { status: 418 });
}

const onBun = (serve: NonNullable<typeof bun>["serve"]): ConformanceTarget<RunningPortTarget> => ({
  ...SHARED,
  name: "createFetchHandler() on Bun.serve",
  start: async (ingress) => {
    const handler = createFetchHandler(ingress);
    const server = serve({
      ...LOOPBACK,
      fetch: (request, self) => answer(handler, request, self.requestIP(request)?.address),
    });
    return createPortTarget(server.port, () => server.stop(true));
  },
});

const onDeno = (
  serve: NonNullable<typeof deno>["serve"],
): ConformanceTarget<RunningPortTarget> => ({
  ...SHARED,
  name: "createFetchHandler() on Deno.serve",
  start: async (ingress) => {
    const handler = createFetchHandler(ingress);
    const stop = new AbortController();
    const server = serve(
      { ...LOOPBACK, signal: stop.signal, onListen: () => undefined },
      (request, { remoteAddr }) => answer(handler, request, remoteAddr.hostname),
    );
    return createPortTarget(server.addr.port, () => {
      stop.abort();
      return server.finished;
    });
  },
});

/** None on Node, which has no fetch server. */
export const runtimeServers: readonly ConformanceTarget<RunningPortTarget>[] = [
  ...(bun === undefined ? [] : [onBun(bun.serve)]),
  ...(deno === undefined ? [] : [onDeno(deno.serve)]),
];

// The fetch adapter behind a real socket, on srvx.
import { createFetchHandler } from "@hookwright/adapter-fetch";
import { serve } from "srvx";
import {
  type ConformanceTarget,
  createPortTarget,
  type RunningPortTarget,
} from "../../src/target.ts";

export const fetchServer: ConformanceTarget<RunningPortTarget> = {
  name: "createFetchHandler() on srvx",
  noParser: "the body of a Request can be read only once",
  rewrites: {
    "dot segments": "srvx resolves the URL of a Request",
    "repeated slashes": "srvx merges them",
  },
  start: async (ingress) => {
    const handler = createFetchHandler(ingress);
    const server = serve({
      port: 0,
      hostname: "127.0.0.1",
      silent: true,
      fetch: async (request) =>
        (await handler(request, { remoteAddress: "127.0.0.1" })) ??
        new Response(null, { status: 418 }),
    });
    await server.ready();
    return createPortTarget(Number(new URL(server.url ?? "").port), () => server.close(true));
  },
};

// The fetch adapter behind a real socket, carried by srvx.
import { createFetchHandler } from "@hookwright/adapter-fetch";
import { serve } from "srvx";
import { type Host, hostOnPort, type PortHost } from "../../src/host.ts";

export const fetchServer: Host<PortHost> = {
  name: "createFetchHandler() on srvx",
  noParser: "a Request that somebody has read keeps nothing",
  rewrites: {
    "dot segments": "srvx resolves the URL of a Request",
    "repeated slashes": "srvx folds them",
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
    return hostOnPort(Number(new URL(server.url ?? "").port), () => server.close(true));
  },
};

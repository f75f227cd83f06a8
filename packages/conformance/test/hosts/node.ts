// The node adapter on a bare node:http server, as a server of its own, and inside Express.
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createHooksServer, createNodeHandler } from "@hookwright/adapter-node";
import type { Host, RunningHost } from "../../src/host.ts";

async function listen(listener: RequestListener): Promise<RunningHost> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return { port: (server.address() as AddressInfo).port, close: () => closeServer(server) };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

export const nodeHttp: Host = {
  name: "createNodeHandler() on node:http",
  isRaw: true,
  start: (ingress) => {
    const handler = createNodeHandler(ingress);
    return listen(async (request, response) => {
      if (!(await handler(request, response)))
        response.writeHead(418, { "content-length": 0 }).end();
    });
  },
};

export const hooksServer: Host = {
  name: "createHooksServer()",
  isRaw: true,
  start: async (ingress) => {
    const server = createHooksServer({ ingress });
    const { port } = await server.listen();
    return { port, close: () => server.close({ timeoutMs: 100 }) };
  },
};

export const expressApp: Host = {
  name: "createNodeHandler() in Express",
  isRaw: true,
  start: async (ingress) => {
    const { default: express } = await import("express");
    const app = express();
    app.use(createNodeHandler(ingress));
    app.use((_request, response) => {
      response.writeHead(418).end();
    });
    return listen(app);
  },
};

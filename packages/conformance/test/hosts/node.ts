// The node adapter on a bare node:http server, as a server of its own, and inside Express.
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createHooksServer, createNodeHandler } from "@hookwright/adapter-node";
import { type Host, hostOnPort, type PortHost } from "../../src/host.ts";

async function listen(listener: RequestListener): Promise<PortHost> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return hostOnPort((server.address() as AddressInfo).port, () => closeServer(server));
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

export const nodeHttp: Host<PortHost> = {
  name: "createNodeHandler() on node:http",
  start: (ingress) => {
    const handler = createNodeHandler(ingress);
    return listen(async (request, response) => {
      if (!(await handler(request, response)))
        response.writeHead(418, { "content-length": 0 }).end();
    });
  },
};

export const hooksServer: Host<PortHost> = {
  name: "createHooksServer()",
  // It has nobody else to leave a request to.
  notOurs: 404,
  start: async (ingress) => {
    const server = createHooksServer({ ingress });
    const { port } = await server.listen();
    return hostOnPort(port, () => server.close({ timeoutMs: 100 }));
  },
};

export const expressApp: Host<PortHost> = {
  name: "createNodeHandler() in Express",
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

// The node adapter on node:http, as createHooksServer(), and in Express.
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createHooksServer, createNodeHandler } from "@hookwright/adapter-node";
import type { Parser } from "../../src/case.ts";
import {
  type ConformanceTarget,
  createPortTarget,
  type RunningPortTarget,
} from "../../src/target.ts";

async function listen(listener: RequestListener): Promise<RunningPortTarget> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return createPortTarget((server.address() as AddressInfo).port, () => closeServer(server));
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

export const nodeHttp: ConformanceTarget<RunningPortTarget> = {
  name: "createNodeHandler() on node:http",
  start: (ingress, behind) => {
    const handler = createNodeHandler(ingress);
    return listen(async (request, response) => {
      if (behind !== undefined) await parseBody(request, behind);
      if (!(await handler(request, response)))
        response.writeHead(418, { "content-length": 0 }).end();
    });
  },
};

/** Acts as a body parser: reads the stream to its end and sets a property of the request. */
async function parseBody(request: IncomingMessage, parser: Parser): Promise<void> {
  const rawBody = Buffer.concat(await request.toArray());
  const body = {
    json: () => JSON.parse(rawBody.toString()),
    text: () => rawBody.toString(),
    bytes: () => rawBody,
    "json and raw body": () => JSON.parse(rawBody.toString()),
  }[parser]();
  Object.assign(request, parser === "json and raw body" ? { body, rawBody } : { body });
}

export const hooksServer: ConformanceTarget<RunningPortTarget> = {
  name: "createHooksServer()",
  noParser: "no middleware runs before its handler",
  // It has no other handler for a request that the hooks leave alone.
  notOurs: 404,
  start: async (ingress) => {
    const server = createHooksServer({ ingress });
    const { port } = await server.listen();
    return createPortTarget(port, () => server.close({ timeoutMs: 100 }));
  },
};

export const expressApp: ConformanceTarget<RunningPortTarget> = {
  name: "createNodeHandler() in Express",
  start: async (ingress, behind) => {
    const { default: express } = await import("express");
    const app = express();
    const options = { limit: "10mb", type: "*/*" };
    const verify = (request: object, _response: unknown, rawBody: Buffer) =>
      void Object.assign(request, { rawBody });
    if (behind === "json") app.use(express.json(options));
    if (behind === "text") app.use(express.text(options));
    if (behind === "bytes") app.use(express.raw(options));
    if (behind === "json and raw body") app.use(express.json({ ...options, verify }));
    app.use(createNodeHandler(ingress));
    app.use((_request, response) => {
      response.writeHead(418).end();
    });
    return listen(app);
  },
};

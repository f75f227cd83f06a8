// A built checkout → a way to serve its hooks on every host of the runtime that executes this.
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { connect } from "node:net";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { loadEntry } from "../../tools/checks/load-entry.mjs";

/** `{ compileHooks, createIngress, hosts }`; a host has a name and `serve(ingress) → { port, close }`. */
export async function loadCheckout(root = ".") {
  const load = (path) => import(pathToFileURL(resolve(root, path)).href);
  const { compileHooks } = await load("packages/core/dist/index.js");
  const { createIngress } = await loadEntry(root, "core", "./ingress");
  const node = await load("packages/adapter-node/dist/index.js");
  const { createFetchHandler } = await load("packages/adapter-fetch/dist/index.js");
  const fetchFrom = (ingress) => {
    const handler = createFetchHandler(ingress);
    return async (request) =>
      (await handler(request, { remoteAddress: "::ffff:127.0.0.1" })) ??
      new Response("not ours", { status: 418 });
  };
  return { compileHooks, createIngress, hosts: hostsOfRuntime({ root, node, fetchFrom }) };
}

function hostsOfRuntime({ root, node, fetchFrom }) {
  if (globalThis.Bun !== undefined) {
    const serve = async (ingress) => {
      const options = { port: 0, hostname: "127.0.0.1", fetch: fetchFrom(ingress) };
      const server = globalThis.Bun.serve(options);
      return { port: server.port, close: () => server.stop(true) };
    };
    return [{ name: "Bun", serve }];
  }
  if (globalThis.Deno !== undefined) {
    const serve = async (ingress) => {
      const options = { port: 0, hostname: "127.0.0.1", onListen: () => undefined };
      const server = globalThis.Deno.serve(options, fetchFrom(ingress));
      return { port: server.addr.port, close: () => server.shutdown() };
    };
    return [{ name: "Deno", serve }];
  }
  return nodeHosts({ root, node, fetchFrom });
}

function nodeHosts({ root, node: { createHooksServer, createNodeHandler }, fetchFrom }) {
  const require = createRequire(resolve(root, "package.json"));
  return [
    {
      name: "createHooksServer",
      serve: async (ingress) => {
        const server = createHooksServer({ ingress });
        const { port } = await server.listen();
        return { port, close: () => server.close({ timeoutMs: 500 }) };
      },
    },
    {
      name: "node:http",
      serve: (ingress) => {
        const handler = createNodeHandler(ingress);
        return listen(async (request, response) => {
          if (!(await handler(request, response))) response.writeHead(418).end("not ours");
        });
      },
    },
    {
      name: "Express",
      serve: (ingress) => {
        const app = require("express")();
        app.use(createNodeHandler(ingress));
        app.use((_request, response) => response.status(418).end("not ours"));
        return listen(app);
      },
    },
    {
      name: "srvx",
      serve: async (ingress) => {
        const { serve } = await import(pathToFileURL(require.resolve("srvx")).href);
        const options = { port: 0, hostname: "127.0.0.1", silent: true };
        const server = serve({ ...options, fetch: fetchFrom(ingress) });
        await server.ready();
        return { port: Number(new URL(server.url).port), close: () => server.close(true) };
      },
    },
  ];
}

async function listen(listener) {
  const server = createServer(listener);
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const close = () => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  };
  return { port: server.address().port, close };
}

/** Bytes of one request → the answer as text; empty where the connection ends without one. */
export function exchange(port, bytes) {
  return new Promise((done) => {
    let text = "";
    const socket = connect({ port, host: "127.0.0.1" });
    socket.setEncoding("latin1").on("data", (chunk) => {
      text += chunk;
    });
    socket.on("error", () => undefined).on("close", () => done(text));
    socket.setTimeout(3_000, () => socket.destroy());
    socket.write(bytes);
  });
}

/** A request with `Connection: close`. */
export function requestText(target, headers, body = "{}") {
  const lines = ["Host: x", "Connection: close", ...headers, `Content-Length: ${body.length}`];
  return `POST ${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}

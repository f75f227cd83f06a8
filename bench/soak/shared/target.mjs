// node target.mjs NAME → the ingress of ingress.mjs on that runtime or framework, on a free port, which it prints.
//
// NAME: hooks-server, node-http, express, srvx, bun, deno. With "bare-" before it, a server that reads a body, keeps
// nothing of it, and answers: its memory is that of the runtime.
import { announce, createSoakIngress } from "./ingress.mjs";

const LOOPBACK = { port: 0, hostname: "127.0.0.1" };

const [name = ""] = globalThis.Deno?.args ?? process.argv.slice(2);
const isBare = name.startsWith("bare-");

/** Modules are imported where they are used: not all of them load on every runtime. */
const STARTS = {
  "bare-node": () =>
    listen((request, response) => request.resume().on("end", () => response.end())),
  "hooks-server": async () => {
    const { createHooksServer } = await import("@hookwright/adapter-node");
    announce((await createHooksServer({ ingress: createSoakIngress() }).listen()).port);
  },
  "node-http": async () => {
    const handler = await createNode();
    await listen(async (request, response) => {
      if (!(await handler(request, response))) response.writeHead(404).end();
    });
  },
  express: async () => {
    const { default: express } = await import("express");
    await listen(express().use(await createNode()));
  },
  srvx: async () => {
    const { serve } = await import("srvx");
    const server = serve({ ...LOOPBACK, silent: true, fetch: await createFetch() });
    await server.ready();
    announce(new URL(server.url).port);
  },
  bun: async () => announce(globalThis.Bun.serve({ ...LOOPBACK, fetch: await createFetch() }).port),
  deno: async () =>
    globalThis.Deno.serve(
      { ...LOOPBACK, onListen: ({ port }) => announce(port) },
      await createFetch(),
    ),
};

async function createNode() {
  const { createNodeHandler } = await import("@hookwright/adapter-node");
  return createNodeHandler(createSoakIngress());
}

async function createFetch() {
  if (isBare) return answerBare;
  const { createFetchHandler } = await import("@hookwright/adapter-fetch");
  const handler = createFetchHandler(createSoakIngress());
  return async (request) => (await handler(request)) ?? new Response(null, { status: 404 });
}

async function answerBare(request) {
  const reader = request.body?.getReader();
  while (reader !== undefined && !(await reader.read()).done);
  return new Response("{}");
}

async function listen(listener) {
  const { createServer } = await import("node:http");
  const server = createServer(listener);
  server.listen(0, "127.0.0.1", () => announce(server.address().port));
}

await (STARTS[name] ?? STARTS[name.replace("bare-", "")])();

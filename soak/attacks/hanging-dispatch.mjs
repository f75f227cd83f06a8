// A dispatch that never settles → the answers of its senders, and whether the server can be stopped.
//
// node soak/attacks/hanging-dispatch.mjs [path of a built checkout]
// 20 requests on each target, one of them from a sender that leaves. Takes about 10 s.
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { loadEntry } from "../../tools/checks/load-entry.mjs";

const root = resolve(process.argv[2] ?? ".");
const load = (path) => import(pathToFileURL(resolve(root, path)).href);
const require = createRequire(resolve(root, "package.json"));
const { compileHooks } = await load("packages/core/dist/index.js");
const { createIngress } = await loadEntry(root, "core", "./ingress");
const { createHooksServer, createNodeHandler } = await load("packages/adapter-node/dist/index.js");
const { createFetchHandler } = await load("packages/adapter-fetch/dist/index.js");

const TOKEN = "a-long-random-text-of-the-soak";
const REQUESTS = 20;
const PATIENCE_MS = 3_000;
const STOP_MS = 1_000;

const TARGETS = {
  createHooksServer: async (ingress) => {
    const server = createHooksServer({ ingress });
    const { url } = await server.listen();
    return { url, close: () => server.close({ timeoutMs: STOP_MS }) };
  },
  "node:http": (ingress) => listen(createServer(createNodeHandler(ingress)), ingress),
  Express: (ingress) => {
    const app = require("express")();
    app.use(createNodeHandler(ingress));
    return listen(createServer(app), ingress);
  },
  srvx: async (ingress) => {
    const { serve } = await import(pathToFileURL(require.resolve("srvx")).href);
    const handler = createFetchHandler(ingress);
    const server = serve({ port: 0, hostname: "127.0.0.1", silent: true, fetch: handler });
    await server.ready();
    const close = async () => {
      ingress.abort?.();
      await server.close();
    };
    return { url: server.url.replace(/\/$/, ""), close };
  },
};

async function listen(server, ingress) {
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const close = () => {
    ingress.abort?.();
    server.closeIdleConnections();
    return new Promise((done) => server.close(done));
  };
  return { url: `http://127.0.0.1:${server.address().port}`, close };
}

function send(url, signal) {
  const headers = { authorization: `Bearer ${TOKEN}`, connection: "close" };
  const body = '{"text":"x"}';
  return fetch(`${url}/hooks/wake`, { method: "POST", headers, body, signal }).then(
    ({ status }) => status,
    () => "none",
  );
}

function within(milliseconds, promise) {
  return Promise.race([
    promise,
    new Promise((done) => setTimeout(done, milliseconds, "none").unref()),
  ]);
}

function count(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, times]) => `${value} × ${times}`).join(", ");
}

async function attack(start) {
  const aborted = [];
  const records = [];
  const ingress = createIngress({
    hooks: compileHooks({ hooks: { enabled: true, token: TOKEN } }),
    dispatch: (_action, { signal }) => {
      signal?.addEventListener("abort", () => aborted.push(signal.reason.code));
      return new Promise(() => undefined);
    },
    observer: ({ code }) => records.push(code),
    dispatchTimeoutMs: 500,
  });
  const { url, close } = await start(ingress);
  const leaver = new AbortController();
  const leaving = send(url, leaver.signal);
  setTimeout(() => leaver.abort(), 200);
  const answers = Array.from({ length: REQUESTS - 1 }, () => within(PATIENCE_MS, send(url)));
  const told = count(await Promise.all(answers));
  await leaving;
  const hanging = send(url);
  await new Promise((done) => setTimeout(done, 100));
  const began = performance.now();
  const stop = await within(PATIENCE_MS, close());
  const stopped = stop === "none" ? "not ended" : `${Math.round(performance.now() - began)} ms`;
  const last = await within(PATIENCE_MS, hanging);
  return {
    "19 senders": told,
    records: count(records),
    signals: count(aborted),
    stop: stopped,
    "last sender": last,
  };
}

const rows = {};
for (const [name, start] of Object.entries(TARGETS)) rows[name] = await attack(start);
console.table(rows);
process.exit(0);

// The standalone server over real sockets: where it listens, and what it answers.
import { Agent, request as startRequest } from "node:http";
import { compileHooks } from "@hookwright/core";
import { createIngress } from "@hookwright/core/ingress";
import { expect, onTestFinished, test } from "vitest";
import { createGate } from "../../../tools/test-support/gate.ts";
import { openRaw, post, type RawClient } from "../test/support/raw-client.ts";
import { countConnections, slowWork, startServer } from "../test/support/start-server.ts";
import { createTestIngress } from "../test/support/test-ingress.ts";
import { createHooksServer } from "./create-hooks-server.ts";

test("createHooksServer() listens on a free port of the loopback interface", async () => {
  const { host, port, url } = await startServer();
  expect({ host, url }).toEqual({ host: "127.0.0.1", url: `http://127.0.0.1:${port}` });
  const answer = await fetch(`${url}/hooks/a`, { method: "POST", body: "{}" });
  expect(answer.status).toBe(200);
});

test.each([
  { host: "0.0.0.0", reachable: "127.0.0.1" },
  { host: "::", reachable: "[::1]" },
  { host: "::1", reachable: "[::1]" },
])(
  "createHooksServer() names an address that clients can reach for $host",
  async ({ host, reachable }) => {
    const running = await startServer({ host });
    expect(running.host).toBe(host);
    expect(running.url).toBe(`http://${reachable}:${running.port}`);
  },
);

test("createHooksServer() rejects if the port is taken", async () => {
  const { port } = await startServer();
  await expect(startServer({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
});

test("createHooksServer() answers 404 in the shape of all errors to what is not for the hooks", async () => {
  const { url } = await startServer();
  const answer = await fetch(`${url}/other`, { method: "POST", body: "{}" });
  expect(answer.status).toBe(404);
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(await answer.json()).toEqual({
    ok: false,
    error: "There is nothing at this path.",
    code: "not_found",
  });
});

test.each(["GET", "HEAD"])(
  "createHooksServer() answers %s at its health path, without a token",
  async (method) => {
    const { url } = await startServer({ healthPath: "/health" });
    const answer = await fetch(`${url}/health?from=balancer`, { method });
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await answer.text()).toBe(method === "HEAD" ? "" : '{"status":"ok"}');
  },
);

test.each([
  ["POST", "/health", { healthPath: "/health" }],
  ["GET", "/healthy", { healthPath: "/health" }],
  ["GET", "/health", {}],
])("createHooksServer() takes %s %s for no health check with %j", async (method, path, options) => {
  const { url } = await startServer(options);
  expect((await fetch(`${url}${path}`, { method })).status).toBe(404);
});

test("createHooksServer() is not healthy from the moment when it stops", async () => {
  const { hooks, port } = await startServer({ healthPath: "/health" });
  const client = openRaw(port);
  // Its connection is not idle, so that it outlives the stop: with the first request, the server has read half a second.
  const head = "GET /health HTTP/1.1\r\nHost: a\r\n";
  client.send(`${head}\r\n${head}`);
  await client.until("HTTP/1.1 200 ");
  const closed = hooks.close();
  client.send("\r\n");
  expect(await client.until('"stopping"}')).toContain("HTTP/1.1 503 ");
  await closed;
});

test("createHooksServer() sends the 404 to a client that is still uploading", async () => {
  const { port } = await startServer();
  const client = openRaw(port);
  client.send(post("/other", { "content-length": 100_000 }));
  expect(await client.until('"not_found"}')).toContain("Connection: close\r\n");
  client.send("a".repeat(100_000));
  await client.ended;
});

test("createHooksServer() invites a body only past the credentials", async () => {
  const { port } = await startServer();
  const allowed = openRaw(port);
  allowed.send(post("/hooks/a", { expect: "100-continue", "content-length": 2 }));
  await allowed.until("100 Continue");
  allowed.send("{}");
  await allowed.until("HTTP/1.1 200 OK");
  const refused = openRaw(port);
  refused.send(post("/hooks/secret", { expect: "100-continue", "content-length": 2 }));
  expect(await refused.until('{"ok":false}')).toMatch(/^HTTP\/1\.1 401 /);
});

test("createHooksServer() ignores an unknown expectation", async () => {
  const { port } = await startServer();
  const client = openRaw(port);
  client.send(`${post("/hooks/a", { expect: "the-best", "content-length": 2 })}{}`);
  await client.until("HTTP/1.1 200 OK");
});

test("createHooksServer() serves a request without Host", async () => {
  const { port } = await startServer();
  const client = openRaw(port);
  client.send("POST /hooks/a HTTP/1.1\r\ncontent-length: 2\r\n\r\n{}");
  await client.until("HTTP/1.1 200 OK");
});

test("createHooksServer() serves many requests on one connection", async () => {
  const { hooks, port } = await startServer();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const statuses: (number | undefined)[] = [];
  for (let n = 0; n < 50; n++) {
    statuses.push(
      await new Promise((resolve, reject) => {
        const outgoing = startRequest({ port, agent, method: "POST", path: "/hooks/a" });
        outgoing.on("error", reject);
        outgoing.on("response", (response) => {
          response.resume().on("end", () => resolve(response.statusCode));
        });
        outgoing.end("{}");
      }),
    );
  }
  expect(statuses).toEqual(Array(50).fill(200));
  expect(await countConnections(hooks)).toBe(1);
});

const TOKEN = "a-token-of-more-than-24-characters";

test("close() lets requests in progress finish with Connection: close", async () => {
  const { gate, arrived, ...options } = slowWork();
  const { hooks, port } = await startServer(options);
  const client = openRaw(port);
  client.send(`${post("/hooks/a", { "content-length": 2 })}{}`);
  await arrived.opened;
  const closing = hooks.close();
  gate.open();
  const all = await client.ended;
  expect(all).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(all).toContain("Connection: close\r\n");
  await closing;
});

test("close() ends idle connections, silent ones too, and refuses new ones", async () => {
  const { hooks, port, url } = await startServer();
  const idle = await idleClient(port);
  const silent = openRaw(port);
  await expect.poll(() => silent.socket.readyState).toBe("open");
  await expect.poll(() => countConnections(hooks)).toBe(2);
  await hooks.close({ timeoutMs: 60_000 });
  await idle.ended;
  await silent.ended;
  await expect(fetch(url)).rejects.toThrow();
});

test.each([
  ["/hooks/a", "200 OK"],
  ["/other", "404 Not Found"],
])(
  "close() answers a request to %s that was on its way with Connection: close",
  async (path, status) => {
    const { hooks, port } = await startServer();
    let bytesRead = (): number => 0;
    hooks.server.on("connection", (socket) => {
      bytesRead = () => socket.bytesRead;
    });
    const client = await idleClient(port);
    const before = { server: bytesRead(), client: client.received().length };
    const head = post(path, { "content-length": 2 });
    client.send(head.slice(0, 20));
    // Until the server has the first bytes, the connection counts as idle.
    await expect.poll(bytesRead).toBe(before.server + 20);
    const closing = hooks.close();
    client.send(`${head.slice(20)}{}`);
    const answer = (await client.ended).slice(before.client);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status}`));
    expect(answer).toContain("Connection: close\r\n");
    await closing;
  },
);

test("close() cuts off what has not finished in time", async () => {
  const { arrived, ...options } = slowWork();
  const { hooks, url } = await startServer(options);
  const answer = fetch(`${url}/hooks/a`, { method: "POST", body: "{}" });
  answer.catch(() => undefined);
  await arrived.opened;
  await hooks.close({ timeoutMs: 20 });
  await expect(answer).rejects.toThrow();
});

test("close() answers 503 before the end to what hangs in dispatch, and aborts it", async () => {
  const dispatched = createGate();
  const codes: unknown[] = [];
  const ingress = createIngress({
    hooks: compileHooks({ hooks: { enabled: true, token: TOKEN } }),
    dispatch: (_action, { signal }) => {
      signal.addEventListener("abort", () => codes.push(signal.reason.code));
      dispatched.open();
      return new Promise(() => undefined);
    },
  });
  const { hooks, url } = await startServer({ ingress });
  const headers = { authorization: `Bearer ${TOKEN}` };
  const sending = fetch(`${url}/hooks/wake`, { method: "POST", headers, body: '{"text":"x"}' });
  await dispatched.opened;
  await hooks.close({ timeoutMs: 2_000 });
  const answer = await sending;
  expect([answer.status, answer.headers.get("connection")]).toEqual([503, "close"]);
  expect(await answer.json()).toMatchObject({ code: "server_stopping" });
  expect(codes).toEqual(["server_stopping"]);
});

test("close() aborts once all connections have ended, too", async () => {
  const ingress = createTestIngress();
  const { hooks } = await startServer({ ingress });
  await hooks.close();
  expect(ingress.aborts()).toBe(1);
});

test("close() tells callers that wait for their run to go on, before it waits for them", async () => {
  const waits = createGate();
  const ingress = createIngress({
    hooks: compileHooks({ hooks: { enabled: true, token: TOKEN } }),
    dispatch: () => undefined,
    completion: {
      wait: () => {
        waits.open();
        return new Promise(() => undefined);
      },
      find: () => undefined,
    },
  });
  const { hooks, url } = await startServer({ ingress });
  const headers = { authorization: `Bearer ${TOKEN}` };
  const body = '{"message":"x","waitForCompletion":true}';
  const sending = fetch(`${url}/hooks/agent`, { method: "POST", headers, body });
  await waits.opened;
  await hooks.close({ timeoutMs: 60_000 });
  expect((await sending).status).toBe(202);
});

test("close() may be called twice, and before listen()", async () => {
  const { hooks } = await startServer();
  await Promise.all([hooks.close(), hooks.close()]);
  await createHooksServer({ ingress: createTestIngress() }).close();
});

async function idleClient(port: number): Promise<RawClient> {
  const client = openRaw(port);
  client.send(`${post("/hooks/secret", { "content-length": 2 })}{}`);
  await client.until('{"ok":false}');
  return client;
}

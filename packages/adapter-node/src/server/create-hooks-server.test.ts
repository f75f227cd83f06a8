// The standalone server over real sockets: where it listens, and what it answers.
import { Agent, request as startRequest } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { openRaw, post } from "../../test/support/raw-client.ts";
import { countConnections, startServer } from "../../test/support/start-server.ts";

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

test("createHooksServer() rejects where the port is taken", async () => {
  const { port } = await startServer();
  await expect(startServer({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
});

test("createHooksServer() answers 404 in the shape of all errors to what is not ours", async () => {
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

test("createHooksServer() ignores an expectation that it does not know", async () => {
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

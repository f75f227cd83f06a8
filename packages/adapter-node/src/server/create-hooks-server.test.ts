// The standalone server over real sockets: answers, refusals, time-outs, and the stop.
import { Agent, request as startRequest } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { createGate, type Gate } from "../../test/support/gate.ts";
import { openRaw, post, type RawClient } from "../../test/support/raw-client.ts";
import { createTestIngress } from "../../test/support/test-ingress.ts";
import {
  createHooksServer,
  type HooksServer,
  type HooksServerOptions,
} from "./create-hooks-server.ts";
import type { ListenAddress } from "./listen.ts";

interface Running extends ListenAddress {
  readonly hooks: HooksServer;
}

async function start(options: Partial<HooksServerOptions> = {}): Promise<Running> {
  const hooks = createHooksServer({ ingress: createTestIngress(), ...options });
  onTestFinished(() => hooks.close({ timeoutMs: 0 }));
  return { hooks, ...(await hooks.listen()) };
}

test("createHooksServer() listens on a free port of the loopback interface", async () => {
  const { host, port, url } = await start();
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
    const running = await start({ host });
    expect(running.host).toBe(host);
    expect(running.url).toBe(`http://${reachable}:${running.port}`);
  },
);

test("createHooksServer() rejects where the port is taken", async () => {
  const { port } = await start();
  await expect(start({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
});

test("createHooksServer() answers 404 in the shape of all errors to what is not ours", async () => {
  const { url } = await start();
  const answer = await fetch(`${url}/other`, { method: "POST", body: "{}" });
  expect(answer.status).toBe(404);
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(await answer.json()).toEqual({
    ok: false,
    error: "There is nothing at this path.",
    code: "not_found",
  });
});

test("createHooksServer() sends the 404 to a client that is still uploading", async () => {
  const { port } = await start();
  const client = openRaw(port);
  client.send(post("/other", { "content-length": 100_000 }));
  expect(await client.until('"not_found"}')).toContain("Connection: close\r\n");
  client.send("a".repeat(100_000));
  await client.ended;
});

test("createHooksServer() invites a body only past the credentials", async () => {
  const { port } = await start();
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
  const { port } = await start();
  const client = openRaw(port);
  client.send(`${post("/hooks/a", { expect: "the-best", "content-length": 2 })}{}`);
  await client.until("HTTP/1.1 200 OK");
});

test("createHooksServer() serves a request without Host", async () => {
  const { port } = await start();
  const client = openRaw(port);
  client.send("POST /hooks/a HTTP/1.1\r\ncontent-length: 2\r\n\r\n{}");
  await client.until("HTTP/1.1 200 OK");
});

function refusal(status: string, code: string): RegExp {
  const type = "content-type: application/json; charset=utf-8";
  return new RegExp(
    `^HTTP/1\\.1 ${status}\\r\\n${type}\\r\\ncontent-length: \\d+\\r\\nconnection: close\\r\\n\\r\\n` +
      `\\{"ok":false,"error":"[^"]+","code":"${code}"\\}$`,
  );
}

test.each([
  { what: "rubbish", bytes: "rubbish\r\n\r\n", status: "400 Bad Request", code: "invalid_request" },
  {
    what: "headers of 20 KB",
    bytes: post("/hooks/a", { "x-long": "a".repeat(20_000) }),
    status: "431 Request Header Fields Too Large",
    code: "headers_too_large",
  },
  {
    what: "a broken chunk",
    bytes: `${post("/hooks/a", { "transfer-encoding": "chunked" })}zz\r\n`,
    status: "400 Bad Request",
    code: "invalid_request",
  },
  {
    what: "chunk extensions of 20 KB",
    bytes: `${post("/hooks/a", { "transfer-encoding": "chunked" })}1;${"a".repeat(20_000)}\r\n`,
    status: "413 Payload Too Large",
    code: "payload_too_large",
  },
  {
    what: "two lengths",
    bytes: "POST /hooks/a HTTP/1.1\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}",
    status: "400 Bad Request",
    code: "invalid_request",
  },
])(
  "createHooksServer() refuses $what with $status, without a reset",
  async ({ bytes, status, code }) => {
    const { port, url } = await start();
    const client = openRaw(port);
    client.send(bytes);
    await client.until('"}');
    client.send("more of it\r\n");
    client.socket.end();
    expect(await client.ended).toMatch(refusal(status, code));
    const next = await fetch(`${url}/hooks/a`, { method: "POST", body: "{}" });
    expect(next.status).toBe(200);
  },
);

test.each([
  { what: "rubbish", head: "rubbish\r\n\r\n", status: "400 Bad Request" },
  {
    what: "headers without end",
    head: `${post("/hooks/a").slice(0, -2)}x-long: `,
    status: "431 Request Header Fields Too Large",
  },
])(
  "createHooksServer() is heard by a client that sends 4 MB of $what before it reads",
  async ({ head, status }) => {
    const { port } = await start();
    for (let n = 0; n < 10; n++) {
      const client = openRaw(port);
      client.socket.pause();
      client.send(head);
      await new Promise((resolve) => client.socket.write(Buffer.alloc(4_000_000, 97), resolve));
      client.socket.resume();
      await client.until(`HTTP/1.1 ${status}`);
      client.socket.end();
      await client.ended;
    }
  },
);

test("createHooksServer() cuts a refused client off that does not leave", async () => {
  const { port } = await start();
  const client = openRaw(port, { stays: true });
  client.socket.on("error", () => undefined);
  client.send("rubbish\r\n\r\n");
  await client.until('"}');
  const closed = createGate();
  client.socket.on("close", closed.open);
  const chatter = setInterval(() => client.send("a"), 50);
  await closed.opened;
  clearInterval(chatter);
});

test("createHooksServer() answers 408 to headers that do not arrive in time", async () => {
  const { port } = await start({ headersTimeoutMs: 50 });
  const client = openRaw(port);
  client.send("POST /hooks/a HTTP/1.1\r\nx-slow:");
  expect(await client.until('"}')).toMatch(refusal("408 Request Timeout", "request_timeout"));
});

test("createHooksServer() answers 408 to a request that does not arrive in time", async () => {
  const { port } = await start({ headersTimeoutMs: 50, requestTimeoutMs: 60 });
  const client = openRaw(port);
  client.send(`${post("/hooks/a", { "content-length": 5 })}ab`);
  expect(await client.until('"}')).toMatch(refusal("408 Request Timeout", "request_timeout"));
});

test("createHooksServer() closes a connection that has been idle for long", async () => {
  const { port } = await start({ keepAliveTimeoutMs: 50 });
  const client = openRaw(port);
  client.send(`${post("/hooks/a", { "content-length": 2 })}{}`);
  await client.until("HTTP/1.1 200 OK");
  await client.ended;
});

test("createHooksServer() lets a good request finish when rubbish follows it", async () => {
  const { gate, arrived, ...options } = slowWork();
  const { port } = await start(options);
  const client = openRaw(port);
  client.send(`${post("/hooks/a", { "content-length": 2 })}{}rubbish\r\n\r\n`);
  await arrived.opened;
  client.send("and more rubbish\r\n");
  gate.open();
  const all = await client.ended;
  // Where the answer was out before the rubbish was looked at, that gets one of its own.
  expect(all).toMatch(
    /^HTTP\/1\.1 200 OK\r\n[^{]+\{"read":"bytes","text":"\{\}"\}(?:HTTP\/1\.1 400 [^{]+\{[^}]+\})?$/,
  );
  expect(all).toMatch(/connection: close\r\n/i);
});

test("createHooksServer() does not answer twice when the rest of a refused body is rubbish", async () => {
  const { port } = await start();
  const client = openRaw(port);
  client.send(post("/hooks/secret", { "transfer-encoding": "chunked" }));
  await client.until('{"ok":false}');
  client.send("zz\r\n");
  const all = await client.ended;
  expect(all.match(/HTTP\/1\.1/g)).toHaveLength(1);
});

test("createHooksServer() goes on serving after clients that were cut off", async () => {
  const { port, url } = await start();
  for (const text of ["", "POST /hooks", post("/hooks/a", { "content-length": 9 })]) {
    const client = openRaw(port);
    client.send(text);
    client.socket.resetAndDestroy();
  }
  const answer = await fetch(`${url}/hooks/a`, { method: "POST", body: "{}" });
  expect(answer.status).toBe(200);
});

function slowWork(): { gate: Gate; arrived: Gate; ingress: HooksServerOptions["ingress"] } {
  const gate = createGate();
  const arrived = createGate();
  const work = async (): Promise<void> => {
    arrived.open();
    await gate.opened;
  };
  return { gate, arrived, ingress: createTestIngress({ work }) };
}

async function idleClient(port: number): Promise<RawClient> {
  const client = openRaw(port);
  client.send(`${post("/hooks/secret", { "content-length": 2 })}{}`);
  await client.until('{"ok":false}');
  return client;
}

test("close() lets requests in progress finish with Connection: close", async () => {
  const { gate, arrived, ...options } = slowWork();
  const { hooks, port } = await start(options);
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
  const { hooks, port, url } = await start();
  const idle = await idleClient(port);
  const silent = openRaw(port);
  await expect.poll(() => silent.socket.readyState).toBe("open");
  await expect.poll(() => connections(hooks)).toBe(2);
  await hooks.close({ timeoutMs: 60_000 });
  await idle.ended;
  await silent.ended;
  await expect(fetch(url)).rejects.toThrow();
});

async function connections({ server }: HooksServer): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
}

test.each([
  ["/hooks/a", "200 OK"],
  ["/other", "404 Not Found"],
])(
  "close() answers a request to %s that was on its way with Connection: close",
  async (path, status) => {
    const { hooks, port } = await start();
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
  const { hooks, url } = await start(options);
  const answer = fetch(`${url}/hooks/a`, { method: "POST", body: "{}" });
  answer.catch(() => undefined);
  await arrived.opened;
  await hooks.close({ timeoutMs: 20 });
  await expect(answer).rejects.toThrow();
});

test("close() may be called twice, and before listen()", async () => {
  const { hooks } = await start();
  await Promise.all([hooks.close(), hooks.close()]);
  await createHooksServer({ ingress: createTestIngress() }).close();
});

test("createHooksServer() serves many requests on one connection", async () => {
  const { hooks, port } = await start();
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
  expect(await connections(hooks)).toBe(1);
});

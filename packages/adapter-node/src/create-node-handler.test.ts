// The handler on a bare node:http server, over real sockets.

import { Socket } from "node:net";
import { compileHooks } from "@hookwright/core";
import { createIngress, type IngressRequest, type RequestRecord } from "@hookwright/core/ingress";
import { expect, test } from "vitest";
import { createGate } from "../../../tools/test-support/gate.ts";
import { serve } from "../../../tools/test-support/serve.ts";
import { openRaw, post } from "../test/support/raw-client.ts";
import { serveHooks } from "../test/support/serve-hooks.ts";
import { createTestIngress } from "../test/support/test-ingress.ts";
import {
  createCloseNotices,
  createNodeHandler,
  type NodeHandlerOptions,
} from "./create-node-handler.ts";

test("createNodeHandler() hands the request on as it was sent", async () => {
  const ingress = createTestIngress();
  const { url } = await serveHooks(ingress);
  await fetch(`${url}/hooks/a%20b?x=1&x=2`, {
    method: "PUT",
    headers: { "X-Some": "Thing" },
    body: "{}",
  });
  const [received] = ingress.requests;
  expect(received).toMatchObject({
    method: "PUT",
    target: "/hooks/a%20b?x=1&x=2",
  });
  expect(received?.headers()).toMatchObject({ "x-some": "Thing" });
  expect(received?.remoteAddress()).toBe("127.0.0.1");
});

test("createNodeHandler() hands the integrator's context on to dispatch", async () => {
  const tenants: unknown[] = [];
  const token = "a-token-of-more-than-24-characters";
  const ingress = createIngress<{ readonly tenant: string | undefined }>({
    hooks: compileHooks({ hooks: { enabled: true, token } }),
    dispatch: (_action, { context }) => void tenants.push(context?.tenant),
  });
  const tenantOf: NodeHandlerOptions<{ readonly tenant: string | undefined }>["context"] = ({
    headers,
  }) => ({ tenant: headers.host?.split(".")[0] });
  const handler = createNodeHandler(ingress, { context: tenantOf });
  const { port } = await serve((request, response) => void handler(request, response));
  const client = openRaw(port);
  const head = { host: "acme.test", authorization: `Bearer ${token}`, "content-length": 13 };
  client.send(`${post("/hooks/wake", head)}{"text":"hi"}`);
  await client.until('"ok":true');
  expect(tenants).toEqual(["acme"]);
});

test("createNodeHandler() does not fold the path", async () => {
  const { port } = await serveHooks(createTestIngress());
  const client = openRaw(port);
  client.send(post("/x/../hooks/a"));
  expect(await client.until("not ours")).toContain("418");
});

test("createNodeHandler() sends the answer with its length and keeps the connection", async () => {
  const { port } = await serveHooks(createTestIngress());
  const client = openRaw(port);
  client.send(`${post("/hooks/a", { "content-length": 2 })}é`);
  const first = await client.until('"text":"Ã©"}');
  expect(first).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(first).toContain("content-type: application/json; charset=utf-8\r\n");
  expect(first).toContain("content-length: 28\r\n");
  expect(first).toContain("Connection: keep-alive\r\n");
  client.send(`${post("/hooks/a", { "content-length": 6 })}second`);
  await client.until('"text":"second"');
});

test("createNodeHandler() answers a chunked body", async () => {
  const { port } = await serveHooks(createTestIngress());
  const client = openRaw(port);
  client.send(`${post("/hooks/a", { "transfer-encoding": "chunked" })}3\r\nabc\r\n0\r\n\r\n`);
  await client.until('"text":"abc"');
});

test("createNodeHandler() sends a 204 without body and length", async () => {
  const { port } = await serveHooks(createTestIngress());
  const client = openRaw(port);
  client.send(`${post("/hooks/nothing", { "content-length": 2 })}{}`);
  const answer = await client.until("\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1\.1 204 No Content\r\n/);
  expect(answer).not.toMatch(/content-length|transfer-encoding/i);
});

test("createNodeHandler() sends an empty 200 with its length, and not in chunks", async () => {
  const empty = { status: 200, headers: {}, body: "" };
  const ingress = { ...createTestIngress(), receive: async () => empty };
  const { port } = await serveHooks(ingress);
  const client = openRaw(port);
  client.send("GET /hooks/a HTTP/1.1\r\nHost: a\r\n\r\n");
  const answer = await client.until("\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\ncontent-length: 0\r\n/);
  expect(answer).not.toMatch(/transfer-encoding/i);
});

test("createNodeHandler() resolves to false for a request that is not for the hooks, calls next, and leaves it alone", async () => {
  const handler = createNodeHandler(createTestIngress());
  const { url } = await serve(async (request, response) => {
    const calls: unknown[][] = [];
    const ours = await handler(request, response, (...parameters) => calls.push(parameters));
    const untouched = !response.headersSent && request.readableFlowing === null;
    let body = "";
    for await (const chunk of request) body += chunk;
    response.end(JSON.stringify({ ours, calls, untouched, body }));
  });
  const answer = await fetch(`${url}/other`, { method: "POST", body: "kept" });
  expect(await answer.json()).toEqual({ ours: false, calls: [[]], untouched: true, body: "kept" });
});

test("createNodeHandler() resolves to true for a request that it answered, and does not call next", async () => {
  const handler = createNodeHandler(createTestIngress());
  let nexts = 0;
  const outcomes: boolean[] = [];
  const { url } = await serve(async (request, response) => {
    outcomes.push(await handler(request, response, () => nexts++));
  });
  await fetch(`${url}/hooks/a`, { method: "POST", body: "{}" });
  await fetch(`${url}/hooks/secret`, { method: "POST", body: "{}" });
  expect({ outcomes, nexts }).toEqual({ outcomes: [true, true], nexts: 0 });
});

test("createNodeHandler() reads the client's address from the option", async () => {
  const ingress = createTestIngress();
  const remoteAddress: NodeHandlerOptions["remoteAddress"] = ({ headers }) =>
    String(headers["x-real-ip"]);
  const { url } = await serveHooks(ingress, { remoteAddress });
  await fetch(`${url}/hooks/a`, { method: "POST", headers: { "x-real-ip": "203.0.113.7" } });
  expect(ingress.requests[0]?.remoteAddress()).toBe("203.0.113.7");
});

test("createNodeHandler() leaves a response alone that somebody else has sent meanwhile", async () => {
  const handler = createNodeHandler(createTestIngress());
  const { url } = await serve((request, response) => {
    void handler(request, response);
    response.writeHead(503).end("time-out of the framework");
  });
  const answer = await fetch(`${url}/hooks/a`, { method: "POST", body: "{}" });
  expect(answer.status).toBe(503);
});

test("createNodeHandler() notifies the ingress when the client has disconnected", async () => {
  const arrived = createGate();
  const closed = createGate();
  let before: boolean | undefined;
  let after: boolean | undefined;
  const done = createGate();
  const work = async (request: IngressRequest): Promise<void> => {
    before = request.isGone();
    arrived.open();
    await closed.opened;
    after = request.isGone();
    done.open();
  };
  const { port, server } = await serveHooks(createTestIngress({ work }));
  server.on("connection", (socket) => socket.on("close", closed.open));
  const client = openRaw(port);
  client.send(`${post("/hooks/a", { "content-length": 2 })}{}`);
  await arrived.opened;
  client.socket.destroy();
  await done.opened;
  expect({ before, after }).toEqual({ before: false, after: true });
});

test("createNodeHandler() goes on serving after a client left in the middle of its body", async () => {
  const ingress = createTestIngress();
  const { port, url } = await serveHooks(ingress);
  const client = openRaw(port);
  client.send(`${post("/hooks/a", { "content-length": 100 })}abc`);
  await expect.poll(() => ingress.requests.length).toBe(1);
  client.socket.destroy();
  await expect.poll(() => ingress.reads).toEqual([{ kind: "gone" }]);
  const answer = await fetch(`${url}/hooks/a`, { method: "POST", body: "{}" });
  expect(answer.status).toBe(200);
});

test("createNodeHandler() notifies waiting listeners when the client disconnects, and no others", async () => {
  const reported: string[] = [];
  const arrived = createGate();
  const closed = createGate();
  const work = async (request: IngressRequest): Promise<void> => {
    const stop = request.onGone?.(() => reported.push("stopped"));
    request.onGone?.(() => {
      reported.push("waiting");
      closed.open();
    });
    stop?.();
    arrived.open();
    await closed.opened;
  };
  const { port } = await serveHooks(createTestIngress({ work }));
  const client = openRaw(port);
  client.send(`${post("/hooks/a", { "content-length": 2 })}{}`);
  await arrived.opened;
  client.socket.destroy();
  await closed.opened;
  expect(reported).toEqual(["waiting"]);
});

test("createNodeHandler() does not ask for the address of a client that is not for the hooks", async () => {
  let asked = 0;
  const remoteAddress = () => {
    asked += 1;
    return "203.0.113.7";
  };
  const { url } = await serveHooks(createTestIngress(), { remoteAddress });
  expect((await fetch(`${url}/other`, { method: "POST" })).status).toBe(418);
  expect(asked).toBe(0);
});

test("createNodeHandler() answers 500 with a record if the address cannot be read", async () => {
  const records: RequestRecord[] = [];
  const ingress = createIngress({
    hooks: compileHooks({ hooks: { enabled: true, token: "a-token-of-more-than-24-characters" } }),
    dispatch: () => undefined,
    observer: (record) => void records.push(record),
  });
  const remoteAddress = () => {
    throw new TypeError("no such header");
  };
  const { url } = await serveHooks(ingress, { remoteAddress });
  expect((await fetch(`${url}/hooks/wake`, { method: "POST", body: "{}" })).status).toBe(500);
  expect(records).toMatchObject([{ code: "internal_error", detail: "TypeError: no such header" }]);
});

test.each([
  ["receive throws", () => throwing()],
  ["receive rejects", () => Promise.reject(new Error("inner secret"))],
])("createNodeHandler() answers 500 where %s", async (_what, receive) => {
  const handler = createNodeHandler({ receive });
  const outcomes: boolean[] = [];
  const { url } = await serve(async (request, response) => {
    outcomes.push(await handler(request, response));
  });
  const answer = await fetch(`${url}/hooks/a`, { method: "POST", body: "{}" });
  expect([answer.status, await answer.json()]).toEqual([
    500,
    { ok: false, error: "The request could not be served.", code: "internal_error" },
  ]);
  expect(outcomes).toEqual([true]);
});

test("createNodeHandler() answers 500 if next throws", async () => {
  const handler = createNodeHandler(createTestIngress());
  const { url } = await serve((request, response) => void handler(request, response, throwing));
  expect((await fetch(`${url}/other`, { method: "POST" })).status).toBe(500);
});

test.each([
  ["at once", "{}"],
  ["while it is uploaded", undefined],
])(
  "createNodeHandler() answers if something around the response throws (%s)",
  async (_when, body) => {
    const handler = createNodeHandler(createTestIngress());
    const { port } = await serve((request, response) => {
      const { writeHead } = response;
      response.writeHead = () => {
        response.writeHead = writeHead;
        return throwing();
      };
      void handler(request, response);
    });
    const client = openRaw(port);
    client.send(post("/hooks/secret", { "content-length": body?.length ?? 100 }) + (body ?? ""));
    expect(await client.until('"internal_error"}')).toMatch(/^HTTP\/1\.1 500 /);
  },
);

test("createNodeHandler() closes the connection if it can no longer answer", async () => {
  const handler = createNodeHandler({ receive: throwing });
  const { port } = await serve(async (request, response) => {
    if (request.url === "/begun") response.writeHead(200).flushHeaders();
    else response.writeHead = throwing;
    expect(await handler(request, response)).toBe(true);
  });
  for (const path of ["/begun", "/broken"]) {
    const client = openRaw(port);
    client.send(`${post(path, { "content-length": 2 })}{}`);
    expect(await client.ended).not.toContain("internal_error");
  }
});

function throwing(): never {
  throw new Error("inner secret");
}

test("createCloseNotices() puts one listener on a socket, however many wait", async () => {
  const onClose = createCloseNotices();
  const socket = new Socket();
  const before = socket.listenerCount("close");
  let reported = 0;
  for (let waiting = 0; waiting < 30; waiting++) onClose(socket, () => reported++);
  const leave = onClose(socket, () => {
    reported += 1_000;
  });
  leave();
  expect(socket.listenerCount("close")).toBe(before + 1);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.destroy();
  await closed;
  expect(reported).toBe(30);
});

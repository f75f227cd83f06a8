// Answers that are ready before the body is, and what becomes of the connection.
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { createGate } from "../../../tools/test-support/gate.ts";
import { serve } from "../../../tools/test-support/serve.ts";
import { openRaw, post } from "../test/support/raw-client.ts";
import { serveHooks } from "../test/support/serve-hooks.ts";
import { createTestIngress } from "../test/support/test-ingress.ts";
import { createNodeHandler } from "./create-node-handler.ts";

test("createNodeHandler() answers 408 to a body that stalls, and closes", async () => {
  const { port } = await serveHooks(createTestIngress({ timeoutMs: 30 }));
  const client = openRaw(port);
  client.send(`${post("/hooks/a", { "content-length": 100 })}abc`);
  const answer = await client.until('"read":"timeout"');
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain("Connection: close\r\n");
  client.send("a".repeat(97));
  await client.ended;
});

test("createNodeHandler() answers before the body has come, drains it, and then closes", async () => {
  const { port } = await serveHooks(createTestIngress());
  const client = openRaw(port);
  client.send(post("/hooks/secret", { "content-length": 300_000 }));
  const answer = await client.until('{"ok":false}');
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(answer).toContain("Connection: close\r\n");
  client.send("a".repeat(299_999));
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(client.socket.readyState).toBe("open");
  client.send("a");
  expect(await client.ended).toBe(answer);
});

test("createNodeHandler() keeps the connection if the refused body is complete", async () => {
  const { port } = await serveHooks(createTestIngress());
  const client = openRaw(port);
  client.send(`${post("/hooks/secret", { "content-length": 2 })}{}`);
  expect(await client.until('{"ok":false}')).toContain("Connection: keep-alive\r\n");
  client.send(`${post("/hooks/a", { "content-length": 4 })}next`);
  await client.until('"text":"next"');
});

test.each([
  ["complete", 5_000, "content-length"],
  ["large", 300_000, "content-length"],
  ["in chunks", 5_000, "transfer-encoding"],
])(
  "createNodeHandler() carries nothing out that is sent behind a body beyond the limit (%s)",
  async (_what, size, framing) => {
    const ingress = createTestIngress({ maxBytes: 3 });
    const { port } = await serveHooks(ingress);
    const client = openRaw(port);
    const body = "a".repeat(size);
    const isChunked = framing === "transfer-encoding";
    const first = isChunked
      ? `${post("/hooks/a", { [framing]: "chunked" })}${size.toString(16)}\r\n${body}\r\n0\r\n\r\n`
      : `${post("/hooks/a", { [framing]: size })}${body}`;
    const next = `${post("/hooks/a", { "content-length": 3 })}abc`;
    client.send(first + next + next);
    const answer = await client.ended;
    expect(answer).toContain("HTTP/1.1 413 ");
    expect(answer).toContain("Connection: close\r\n");
    expect(answer).not.toContain('"text":"abc"');
    expect(ingress.requests).toHaveLength(1);
  },
);

test("createNodeHandler() processes pipelined requests one after the other, and answers all", async () => {
  const ingress = createTestIngress();
  const { port } = await serveHooks(ingress);
  const client = openRaw(port);
  const bodies = ["one", "two", "six"];
  client.send(bodies.map((body) => `${post("/hooks/a", { "content-length": 3 })}${body}`).join(""));
  const answer = await client.until('"text":"six"');
  expect(answer.match(/"text":"\w+"/g)).toEqual(bodies.map((body) => `"text":"${body}"`));
});

test.each([
  ["that was read", "/hooks/a", "{}"],
  ["that was refused unread", "/hooks/secret", "{}"],
  ["that was too large", "/hooks/a", "a".repeat(40_000)],
])("createNodeHandler() lets a request %s end and close", async (_what, path, body) => {
  const handler = createNodeHandler(createTestIngress({ maxBytes: 100 }));
  const closed = createGate();
  let ended = false;
  const { url } = await serve((request, response) => {
    request.once("end", () => {
      ended = true;
    });
    request.once("close", closed.open);
    void handler(request, response);
  });
  await fetch(url + path, { method: "POST", body });
  await closed.opened;
  expect(ended).toBe(true);
});

test("createNodeHandler() sends an early answer without body too", async () => {
  const handler = createNodeHandler({
    receive: async () => ({ status: 204, headers: { "x-early": "yes" }, body: "" }),
  });
  const { port } = await serve(handler);
  const client = openRaw(port);
  client.send(post("/hooks/a", { "content-length": 3 }));
  expect(await client.until("\r\n\r\n")).toMatch(/^HTTP\/1\.1 204 No Content\r\nx-early: yes\r\n/);
  client.send("abc");
  await client.ended;
});

test("createNodeHandler() invites a body only when it is about to be read", async () => {
  const handler = createNodeHandler(createTestIngress());
  const { port } = await serve(createServer().on("checkContinue", handler).on("request", handler));
  const head = { expect: "100-continue", "content-length": 3 };
  const allowed = openRaw(port);
  allowed.send(post("/hooks/a", head));
  await allowed.until("HTTP/1.1 100 Continue\r\n\r\n");
  allowed.send("abc");
  expect(await allowed.until('"text":"abc"')).toContain("HTTP/1.1 200 OK");

  const refused = openRaw(port);
  refused.send(post("/hooks/secret", head));
  const answer = await refused.until('{"ok":false}');
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
});

test("createNodeHandler() does not repeat an invitation that Node has sent", async () => {
  const { port } = await serveHooks(createTestIngress());
  const client = openRaw(port);
  client.send(post("/hooks/a", { expect: "100-continue", "content-length": 3 }));
  await client.until("100 Continue");
  client.send("abc");
  const all = await client.until('"text":"abc"');
  expect(all.match(/100 Continue/g)).toHaveLength(1);
});

// The stop of a server with clients in every state, over real sockets.
import { compileHooks } from "@hookwright/core";
import { createIngress } from "@hookwright/core/ingress";
import { expect, test } from "vitest";
import { createGate } from "../../../../tools/test-support/gate.ts";
import { openRaw, post, type RawClient } from "../../test/support/raw-client.ts";
import { countConnections, slowWork, startServer } from "../../test/support/start-server.ts";
import { createTestIngress } from "../../test/support/test-ingress.ts";
import { createHooksServer } from "./create-hooks-server.ts";

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

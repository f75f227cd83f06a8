// Hostile and faulty clients on a real server: each gets a clear answer, and the server keeps serving.
import { connect } from "node:net";
import { createHooksServer } from "@hookwright/adapter-node";
import { type Action, compileHooks } from "@hookwright/core";
import { createIngress } from "@hookwright/core/ingress";
import { afterAll, beforeEach, expect, it } from "vitest";
import { TOKEN } from "../src/base-config.ts";
import { sendRaw } from "../src/raw-http.ts";

const actions: Action[] = [];
const codes: (string | undefined)[] = [];

const hooks = compileHooks({ hooks: { enabled: true, token: TOKEN, maxBodyBytes: 10_000 } });
const server = createHooksServer({
  ingress: createIngress({
    hooks,
    dispatch: (action) => {
      actions.push(action);
      return undefined;
    },
    observer: ({ code }) => codes.push(code),
  }),
});
const { port } = await server.listen();
afterAll(() => server.close({ timeoutMs: 100 }));
beforeEach(() => {
  actions.length = 0;
  codes.length = 0;
});

async function expectServing(): Promise<void> {
  const answer = await sendRaw(port, { target: "/hooks/wake", body: '{"text":"still there?"}' });
  expect(answer.status).toBe(200);
}

/** Everything that the server sends on one connection until it closes it. */
function converse(bytes: Uint8Array | string, { end = false } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1" });
    let text = "";
    socket.setEncoding("latin1");
    socket.on("data", (chunk) => {
      text += String(chunk);
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(text));
    socket.write(bytes);
    if (end) socket.end();
  });
}

it("a client that writes eight megabytes before it reads gets its 413, every time", async () => {
  const body = "x".repeat(8_000_000);
  for (let turn = 0; turn < 20; turn++) {
    const answer = await sendRaw(port, { target: "/hooks/wake", body });
    expect(answer).toMatchObject({ status: 413 });
    expect(answer.body).toContain('"code":"payload_too_large"');
  }
  await expectServing();
});

it("fetch gets its 413 while it is still uploading a stream", { timeout: 300_000 }, async () => {
  const chunk = new Uint8Array(64_000).fill(120);
  for (let turn = 0; turn < 20; turn++) {
    let left = 50;
    const body = new ReadableStream({
      pull: (controller) => {
        left -= 1;
        if (left === 0) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const response = await fetch(`http://127.0.0.1:${port}/hooks/wake`, {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}` },
      body,
      duplex: "half",
    } as RequestInit);
    expect(response.status).toBe(413);
    await response.text();
  }
  await expectServing();
});

it("a client that waits for an invitation gets none before its token was right", async () => {
  const head = (token: string) =>
    `POST /hooks/wake HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: 16\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`;
  const refused = await converse(head("wrong"), { end: true });
  expect(refused).toMatch(/^HTTP\/1\.1 401 /);
  const invited = await converse(`${head(TOKEN)}{"text":"hello"}`);
  expect(invited).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
});

it.each([
  ["a request that is not HTTP", "hello\r\n\r\n", 400],
  ["a header without end", `POST /hooks/wake HTTP/1.1\r\nX: ${"y".repeat(40_000)}\r\n\r\n`, 431],
  [
    "two lengths that differ",
    "POST /hooks/wake HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    400,
  ],
  [
    "a length beside chunks",
    "POST /hooks/wake HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    400,
  ],
  [
    "a chunk of no size",
    `POST /hooks/wake HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    400,
  ],
])("%s is answered with the error shape", async (_name, bytes, status) => {
  const text = await converse(bytes);
  expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(text).toContain('{"ok":false,"error":');
  expect(actions).toEqual([]);
  await expectServing();
});

it("a thousand silent connections do not delay other requests", async () => {
  const sockets = Array.from({ length: 1_000 }, () => connect({ port, host: "127.0.0.1" }));
  await expectServing();
  for (const socket of sockets) socket.destroy();
  await expectServing();
});

// Clients that break the protocol, or are too slow: polite refusals over real sockets.
import { expect, onTestFinished, test } from "vitest";
import { openRaw, post } from "../test/support/raw-client.ts";
import { slowWork, startServer } from "../test/support/start-server.ts";

function refusal(status: string, code: string): RegExp {
  const type = `content-type: application/json; charset=utf-8${code === "method_not_allowed" ? "\\r\\nallow: POST" : ""}`;
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
    what: "CONNECT",
    bytes: "CONNECT example.com:443 HTTP/1.1\r\nhost: example.com\r\n\r\n",
    status: "405 Method Not Allowed",
    code: "method_not_allowed",
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
    const { port, url } = await startServer();
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
    const { port } = await startServer();
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
  const { port } = await startServer();
  const client = openRaw(port, { stays: true });
  client.socket.on("error", () => undefined);
  client.send("rubbish\r\n\r\n");
  await client.until('"}');
  const chatter = setInterval(() => client.send("a"), 50);
  onTestFinished(() => clearInterval(chatter));
  await expect.poll(() => client.socket.closed).toBe(true);
});

test("createHooksServer() answers 408 to headers that do not arrive in time", async () => {
  const { port } = await startServer({ headersTimeoutMs: 50 });
  const client = openRaw(port);
  client.send("POST /hooks/a HTTP/1.1\r\nx-slow:");
  expect(await client.until('"}')).toMatch(refusal("408 Request Timeout", "request_timeout"));
});

test("createHooksServer() answers 408 to a request that does not arrive in time", async () => {
  const { port } = await startServer({ headersTimeoutMs: 50, requestTimeoutMs: 60 });
  const client = openRaw(port);
  client.send(`${post("/hooks/a", { "content-length": 5 })}ab`);
  expect(await client.until('"}')).toMatch(refusal("408 Request Timeout", "request_timeout"));
});

test("createHooksServer() closes a connection that has been idle for long", async () => {
  const { port } = await startServer({ keepAliveTimeoutMs: 50 });
  const client = openRaw(port);
  client.send(`${post("/hooks/a", { "content-length": 2 })}{}`);
  await client.until("HTTP/1.1 200 OK");
  await expect.poll(() => client.socket.closed).toBe(true);
});

test("createHooksServer() lets a good request finish when rubbish follows it", async () => {
  const { gate, arrived, ...options } = slowWork();
  const { port } = await startServer(options);
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
  const { port } = await startServer();
  const client = openRaw(port);
  client.send(post("/hooks/secret", { "transfer-encoding": "chunked" }));
  await client.until('{"ok":false}');
  client.send("zz\r\n");
  const all = await client.ended;
  expect(all.match(/HTTP\/1\.1/g)).toHaveLength(1);
});

test("createHooksServer() goes on serving after clients that were cut off", async () => {
  const { port, url } = await startServer();
  for (const text of ["", "POST /hooks", post("/hooks/a", { "content-length": 9 })]) {
    const client = openRaw(port);
    client.send(text);
    client.socket.resetAndDestroy();
  }
  const answer = await fetch(`${url}/hooks/a`, { method: "POST", body: "{}" });
  expect(answer.status).toBe(200);
});

test("createHooksServer() survives clients that reset a connection after CONNECT", async () => {
  const { port, url } = await startServer();
  for (let turn = 0; turn < 5; turn++) {
    const client = openRaw(port);
    client.send("CONNECT example.com:443 HTTP/1.1\r\nhost: example.com\r\n\r\n");
    await client.until("405");
    client.socket.resetAndDestroy();
  }
  const next = await fetch(`${url}/hooks/a`, { method: "POST", body: "{}" });
  expect(next.status).toBe(200);
});

// The handler behind a real server: srvx on Node.
import { serve } from "srvx";
import { describe, expect, onTestFinished, test } from "vitest";
import { noProgram, skipTitle } from "../../../tools/test-support/skip-title.mjs";
import { openRaw, post } from "../../adapter-node/test/support/raw-client.ts";
import {
  createTestIngress,
  type TestIngress,
} from "../../adapter-node/test/support/test-ingress.ts";
import { uploadClients } from "../../adapter-node/test/support/upload-clients.ts";
import { createFetchHandler } from "../src/index.ts";

async function start(ingress: TestIngress): Promise<{ url: string; port: number }> {
  const hooks = createFetchHandler(ingress);
  const server = serve({
    port: 0,
    hostname: "127.0.0.1",
    silent: true,
    fetch: async (request) => {
      const response = await hooks(request, { remoteAddress: request.ip });
      return response ?? new Response("not ours", { status: 404 });
    },
  });
  onTestFinished(() => server.close(true));
  await server.ready();
  const url = String(server.url).replace(/\/$/, "");
  return { url, port: Number(new URL(url).port) };
}

const TRIES = 20;
const BODY = Buffer.alloc(8 * 1024 * 1024, 97);
const noCurl = noProgram("curl");

describe.each(Object.entries(uploadClients))(
  "createFetchHandler() on srvx and %s",
  (name, upload) => {
    const reason = name === "curl" ? noCurl : undefined;
    test.skipIf(reason !== undefined).each([
      [413, "in the middle of", "/hooks/x"],
      [401, "before", "/hooks/secret"],
    ])(
      skipTitle(`a %i %s 8 MB is received ${TRIES} of ${TRIES} times`, reason),
      async (status, _when, path) => {
        const { url } = await start(createTestIngress({ maxBytes: 1_000 }));
        const statuses: number[] = [];
        for (let n = 0; n < TRIES; n++) statuses.push(await upload(url + path, BODY));
        expect(statuses).toEqual(Array(TRIES).fill(status));
      },
      60_000,
    );
  },
);

test("createFetchHandler() on srvx serves many requests on one connection", async () => {
  const ingress = createTestIngress();
  const { port } = await start(ingress);
  const client = openRaw(port);
  for (const word of ["one", "two", "three"]) {
    client.send(`${post("/hooks/a", { "content-length": word.length })}${word}`);
    await client.until(`"text":"${word}"`);
  }
  expect(ingress.requests[0]?.remoteAddress()).toBe("127.0.0.1");
});

test("createFetchHandler() on srvx leaves other requests alone", async () => {
  const { url } = await start(createTestIngress());
  const answer = await fetch(`${url}/other`, { method: "POST", body: "{}" });
  expect([answer.status, await answer.text()]).toEqual([404, "not ours"]);
});

test("createFetchHandler() on srvx answers 204 and chunked bodies", async () => {
  const { port } = await start(createTestIngress());
  const client = openRaw(port);
  client.send(`${post("/hooks/nothing", { "content-length": 2 })}{}`);
  await client.until("HTTP/1.1 204 ");
  client.send(`${post("/hooks/a", { "transfer-encoding": "chunked" })}3\r\nabc\r\n0\r\n\r\n`);
  await client.until('"text":"abc"');
});

test("createFetchHandler() on srvx answers 408 to a body that stalls", async () => {
  const { port } = await start(createTestIngress({ timeoutMs: 30 }));
  const client = openRaw(port);
  client.send(`${post("/hooks/a", { "content-length": 100 })}abc`);
  expect(await client.until('"read":"timeout"')).toContain("HTTP/1.1 408 ");
});

test("createFetchHandler() on srvx sees a client leave in the middle of its body", async () => {
  const ingress = createTestIngress();
  const { port, url } = await start(ingress);
  const client = openRaw(port);
  client.send(`${post("/hooks/a", { "content-length": 100 })}abc`);
  await expect.poll(() => ingress.requests.length).toBe(1);
  client.socket.destroy();
  await expect.poll(() => ingress.reads).toEqual([{ kind: "gone" }]);
  expect((await fetch(`${url}/hooks/a`, { method: "POST", body: "{}" })).status).toBe(200);
});

test("createFetchHandler() on srvx notifies the ingress when the client has disconnected", async () => {
  const gone: boolean[] = [];
  const work = async (request: { isGone: () => boolean }): Promise<void> => {
    gone.push(request.isGone());
    client.socket.destroy();
    await expect.poll(request.isGone).toBe(true);
    gone.push(true);
  };
  const { port } = await start(createTestIngress({ work }));
  const client = openRaw(port);
  client.send(`${post("/hooks/a", { "content-length": 2 })}{}`);
  await expect.poll(() => gone).toEqual([false, true]);
});

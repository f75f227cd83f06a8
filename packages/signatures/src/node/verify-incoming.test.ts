import { once } from "node:events";
import { createServer, type IncomingMessage, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { hmac, SECRET } from "../../../core/test/auth/requests.ts";
import type { VerifyOptions, VerifyResult } from "../door/verify.ts";
import { github } from "../vendors/generated/senders.ts";
import { verify } from "./verify-incoming.ts";

const BODY = '{"action":"opened"}';
const SIGNATURE = `sha256=${hmac(BODY)}`;

interface Server {
  readonly options?: VerifyOptions;
  /** What a framework does before the route. */
  readonly before?: (request: IncomingMessage) => unknown;
}

/** A server whose answer is the result of each request. */
async function listen({ options, before }: Server = {}) {
  const sender = github({ secret: SECRET });
  const results: VerifyResult[] = [];
  const server = createServer(async (request, response) => {
    await before?.(request);
    const result = await verify(request, sender, options);
    results.push(result);
    response.writeHead(result.ok ? 204 : result.status).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { port, results };
}

async function post(port: number, signature: string | string[], body: string): Promise<number> {
  const headers = { "X-Hub-Signature-256": signature };
  const sent = send({ port, host: "127.0.0.1", method: "POST", headers });
  sent.on("error", () => undefined);
  sent.end(body);
  const [response] = await once(sent, "response");
  response.resume();
  return response.statusCode;
}

test("verify() of Node reads a request and returns its bytes", async () => {
  const { port, results } = await listen();
  expect(await post(port, SIGNATURE, BODY)).toBe(204);
  const [result] = results;
  expect(result?.ok && Buffer.from(result.body).toString()).toBe(BODY);
  expect(await post(port, SIGNATURE, `${BODY} `)).toBe(401);
});

test("verify() of Node refuses a signature that came twice, which Node joins", async () => {
  const { port, results } = await listen();
  expect(await post(port, [SIGNATURE, SIGNATURE], BODY)).toBe(401);
  expect(results).toMatchObject([{ code: "signature_repeated" }]);
});

test("verify() of Node stops at the limit, and the answer arrives", async () => {
  const { port, results } = await listen({ options: { maxBodyBytes: 1_000 } });
  expect(await post(port, SIGNATURE, "x".repeat(100_000))).toBe(413);
  expect(results).toMatchObject([{ code: "body_too_large" }]);
});

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test.each(["rawBody", "body"])("verify() of Node takes the bytes in %s", async (name) => {
  const before = async (request: IncomingMessage) => {
    Object.assign(request, { [name]: await readAll(request) });
  };
  const { port } = await listen({ before });
  expect(await post(port, SIGNATURE, BODY)).toBe(204);
});

test("verify() of Node takes a text that a framework left", async () => {
  const before = async (request: IncomingMessage) => {
    Object.assign(request, { body: String(await readAll(request)) });
  };
  const { port } = await listen({ before });
  expect(await post(port, SIGNATURE, BODY)).toBe(204);
});

test("verify() of Node says that the bytes of a parsed body are lost", async () => {
  const before = async (request: IncomingMessage) => {
    Object.assign(request, { body: JSON.parse(String(await readAll(request))) });
  };
  const { port, results } = await listen({ before });
  expect(await post(port, SIGNATURE, BODY)).toBe(500);
  expect(results).toMatchObject([{ code: "body_lost" }]);
});

test("verify() of Node reads a request beside which a parser has left an empty object", async () => {
  const { port } = await listen({ before: (request) => Object.assign(request, { body: {} }) });
  expect(await post(port, SIGNATURE, BODY)).toBe(204);
});

test("verify() of Node says that a body is lost whose sender is gone", async () => {
  const { port, results } = await listen();
  const headers = { "content-length": "100", "x-hub-signature-256": SIGNATURE };
  const sent = send({ port, host: "127.0.0.1", method: "POST", headers });
  sent.on("error", () => undefined);
  sent.write("{");
  setTimeout(() => sent.destroy(), 50);
  await expect.poll(() => results).toMatchObject([{ code: "body_lost" }]);
});

test("verify() of Node takes a Request and parts, too", async () => {
  const sender = github({ secret: SECRET });
  const headers = { "x-hub-signature-256": SIGNATURE };
  const request = new Request("https://hooks.example.com/", {
    method: "POST",
    headers,
    body: BODY,
  });
  expect(await verify(request, sender)).toMatchObject({ ok: true });
  expect(await verify({ headers, body: BODY }, sender)).toMatchObject({ ok: true });
});

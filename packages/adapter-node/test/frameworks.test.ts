// The handler in the frameworks that people have: Express 5 and Fastify 5, as they are.
import { createServer } from "node:http";
import express, { type Request } from "express";
import Fastify, { type FastifyInstance } from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { serve } from "../../../tools/test-support/serve.ts";
import { createNodeHandler } from "../src/index.ts";
import { openRaw, post } from "./support/raw-client.ts";
import { createTestIngress, type TestIngress } from "./support/test-ingress.ts";

async function send(url: string, body = '{"a": 1}'): Promise<{ status: number; body: unknown }> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body });
  return { status: answer.status, body: await answer.json() };
}

const ANSWER = { status: 200, body: { read: "bytes", text: '{"a": 1}' } };
const OTHER = { status: 200, body: { other: { a: 1 } } };

test("Express: the handler is a middleware before the body parser", async () => {
  const app = express();
  app.use(createNodeHandler(createTestIngress()));
  app.use(express.json());
  app.post("/other", (request, response) => void response.json({ other: request.body }));
  const { url } = await serve(createServer(app));
  expect(await send(`${url}/hooks/a`)).toEqual(ANSWER);
  expect(await send(`${url}/other`)).toEqual(OTHER);
  expect((await fetch(`${url}/nowhere`)).status).toBe(404);
});

test("Express: the handler accepts the value of express.json()", async () => {
  const app = express();
  app.use(express.json());
  app.use(createNodeHandler(createTestIngress()));
  const { url } = await serve(createServer(app));
  expect(await send(`${url}/hooks/a`)).toEqual({
    status: 200,
    body: { read: "parsed", text: '{"a":1}' },
  });
});

test("Express: the handler accepts the bytes of express.raw() and the text of express.text()", async () => {
  for (const parser of [express.raw({ type: "*/*" }), express.text({ type: "*/*" })]) {
    const app = express();
    app.use(parser, createNodeHandler(createTestIngress()));
    const { url } = await serve(createServer(app));
    expect(await send(`${url}/hooks/a`)).toEqual(ANSWER);
  }
});

test("Express: the handler reads a body that the parser was not for", async () => {
  const app = express();
  app.use(express.json({ type: "application/other" }), createNodeHandler(createTestIngress()));
  const { url } = await serve(createServer(app));
  expect(await send(`${url}/hooks/a`)).toEqual(ANSWER);
});

test("Express: a mounted handler sees the whole path", async () => {
  const ingress = createTestIngress();
  const app = express();
  app.use("/hooks", createNodeHandler(ingress));
  const { url } = await serve(createServer(app));
  await send(`${url}/hooks/a?x=1`);
  expect(ingress.requests[0]?.target).toBe("/hooks/a?x=1");
});

test("Express: the option reads the client's address from a trusted proxy", async () => {
  const ingress = createTestIngress();
  const app = express();
  app.set("trust proxy", true);
  app.use(createNodeHandler(ingress, { remoteAddress: (request) => (request as Request).ip }));
  const { url } = await serve(createServer(app));
  await fetch(`${url}/hooks/a`, { method: "POST", headers: { "x-forwarded-for": "203.0.113.7" } });
  expect(ingress.requests[0]?.remoteAddress()).toBe("203.0.113.7");
});

async function listen(app: FastifyInstance): Promise<{ url: string; port: number }> {
  app.post("/other", async (request) => ({ other: request.body }));
  onTestFinished(() => app.close());
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  return { url, port: Number(new URL(url).port) };
}

function fastifyWithHook(ingress: TestIngress): FastifyInstance {
  const app = Fastify();
  const handler = createNodeHandler(ingress);
  app.addHook("onRequest", async (request, reply) => {
    if (await handler(request.raw, reply.raw)) reply.hijack();
  });
  return app;
}

function fastifyWithFactory(ingress: TestIngress): FastifyInstance {
  const handler = createNodeHandler(ingress);
  return Fastify({
    serverFactory: (serveFastify) =>
      createServer((request, response) => {
        void handler(request, response, () => serveFastify(request, response));
      }),
  });
}

test.each([
  ["an onRequest hook", fastifyWithHook],
  ["a server factory", fastifyWithFactory],
])("Fastify: the handler works in %s", async (_name, create) => {
  const ingress = createTestIngress({ maxBytes: 100 });
  const { url, port } = await listen(create(ingress));
  expect(await send(`${url}/hooks/a?x=1`)).toEqual(ANSWER);
  expect(ingress.requests[0]?.target).toBe("/hooks/a?x=1");
  expect(await send(`${url}/other`)).toEqual(OTHER);
  expect((await fetch(`${url}/nowhere`)).status).toBe(404);

  const client = openRaw(port);
  client.send(`${post("/hooks/a", { "content-length": 300_000 })}${"a".repeat(1_000)}`);
  expect(await client.until('"too-large"')).toContain("HTTP/1.1 413 ");
  client.send("a".repeat(299_000));
  await client.ended;
  expect(await send(`${url}/hooks/a`)).toEqual(ANSWER);
});

// Bodies that a middleware has read before the hooks: a kept body is used, and a lost one is an error.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createFetchHandler } from "@hookwright/adapter-fetch";
import { createNodeHandler } from "@hookwright/adapter-node";
import { type Action, compileHooks } from "@hookwright/core";
import { createIngress, type Ingress } from "@hookwright/core/ingress";
import express, { type Middleware } from "express";
import { expect, onTestFinished, test } from "vitest";
import { TOKEN } from "../src/base-config.ts";
import { type RawAnswer, sendRaw } from "../src/raw-http.ts";

const REQUEST = {
  target: "/hooks/ci",
  headers: [["Content-Type", "application/json"]],
  body: '{"job":"tests"}',
} as const;

function createRecordingIngress(): { ingress: Ingress; actions: Action[]; details: unknown[] } {
  const actions: Action[] = [];
  const details: unknown[] = [];
  const mappings = [{ match: { path: "ci" }, messageTemplate: "job: {{job}}" }];
  const ingress = createIngress({
    hooks: compileHooks({ hooks: { enabled: true, token: TOKEN, mappings } }),
    dispatch: (action) => void actions.push(action),
    observer: ({ detail }) => details.push(detail),
  });
  return { ingress, actions, details };
}

async function sendBehind(
  parser: Middleware,
  ingress: Ingress,
  headers: readonly (readonly [string, string])[] = REQUEST.headers,
): Promise<RawAnswer> {
  const app = express();
  app.use(parser, createNodeHandler(ingress));
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return sendRaw((server.address() as AddressInfo).port, { ...REQUEST, headers });
}

const dropBody: Middleware = (request, _response, next) => {
  request.on("end", next).resume();
};

test.each([
  ["express.json()", express.json()],
  ["express.raw()", express.raw({ type: "*/*" })],
  ["express.text()", express.text({ type: "*/*" })],
  ["a parser for another content type", express.json({ type: "application/other" })],
])("createNodeHandler() behind %s gets the payload", async (_name, parser) => {
  const { ingress, actions } = createRecordingIngress();
  expect((await sendBehind(parser, ingress)).status).toBe(202);
  expect(actions).toMatchObject([{ parts: [{ text: "job: tests" }] }]);
});

test("createNodeHandler() answers 415 to a form that a parser has turned into an object", async () => {
  const { ingress, actions } = createRecordingIngress();
  const parser = express.json({ type: "*/*" });
  const form = [["Content-Type", "application/x-www-form-urlencoded"]] as const;
  expect(await sendBehind(parser, ingress, form)).toMatchObject({ status: 415 });
  expect(actions).toEqual([]);
});

test("createNodeHandler() answers 500 if a middleware has dropped the body, and records why", async () => {
  const { ingress, actions, details } = createRecordingIngress();
  const answer = await sendBehind(dropBody, ingress);
  expect(answer).toMatchObject({ status: 500, body: expect.stringContaining('"internal_error"') });
  expect(actions).toEqual([]);
  expect(details).toEqual([
    expect.stringMatching(/^Something before the hooks has read the body and not kept it\./),
  ]);
});

test("createFetchHandler() answers 500 to a Request whose body was read before", async () => {
  const { ingress, actions } = createRecordingIngress();
  const request = new Request("http://localhost/hooks/ci", {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}` },
    body: REQUEST.body,
  });
  await request.text();
  expect((await createFetchHandler(ingress)(request))?.status).toBe(500);
  expect(actions).toEqual([]);
});

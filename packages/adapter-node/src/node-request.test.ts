// The body of a real request, started and stopped; the rules of reading are tested in the core.
import { createServer } from "node:http";
import { collectBody, discardBody } from "@hookwright/core/ingress";
import { expect, test } from "vitest";
import { serve } from "../../../tools/test-support/serve.ts";
import { openRaw, post, type RawClient } from "../test/support/raw-client.ts";
import { createNodeSource, type NodeRequest } from "./node-request.ts";

const LIMITS = { maxBytes: 1_000, idleMs: 60_000, totalMs: 60_000 };

/** A request of which only the head was sent; its body shall have 5,000 bytes. */
async function open(): Promise<{ client: RawClient; request: NodeRequest }> {
  return new Promise((resolve) => {
    let client: RawClient;
    const server = createServer((request) => resolve({ client, request }));
    void serve(server).then(({ port }) => {
      client = openRaw(port);
      client.send(post("/", { "content-length": 5_000 }));
    });
  });
}

test("createNodeSource() is read until the body ends", async () => {
  const { client, request } = await open();
  const discarded = discardBody(createNodeSource(request), { ...LIMITS, maxBytes: 5_000 });
  client.send("a".repeat(4_999));
  client.send("a");
  await discarded;
  expect(request.complete).toBe(true);
});

test("createNodeSource() sees the client leave", async () => {
  const { client, request } = await open();
  // Code that misses it waits until the limit, and reports it.
  const read = collectBody(createNodeSource(request), { maxBytes: 5_000, timeoutMs: 2_000 });
  client.socket.destroy();
  expect(await read).toEqual({ kind: "gone" });
});

test("createNodeSource() reads no further when it is stopped", async () => {
  const { client, request } = await open();
  const discarded = discardBody(createNodeSource(request), LIMITS);
  client.send("a".repeat(1_001));
  await discarded;
  expect(request.isPaused()).toBe(true);
  expect(request.listenerCount("data")).toBe(0);
});

test("createNodeSource() may be stopped before it is started", async () => {
  const { request } = await open();
  createNodeSource(request).stop();
  expect(request.isPaused()).toBe(false);
});

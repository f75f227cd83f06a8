// The bounds of the rest that is thrown away, over real sockets.
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { openRaw, post, type RawClient } from "../../test/support/raw-client.ts";
import { serve } from "../../test/support/serve.ts";
import { type DrainLimits, drainRequest } from "./drain-request.ts";
import type { NodeRequest } from "./node-request.ts";

const LIMITS: DrainLimits = { maxBytes: 1_000, idleMs: 60_000, totalMs: 60_000 };

interface Draining {
  readonly client: RawClient;
  readonly request: NodeRequest;
  readonly drained: Promise<void>;
  readonly isOver: () => boolean;
}

/** Drains a request of which only the head was sent; its body shall have 5,000 bytes. */
async function drain(limits: DrainLimits): Promise<Draining> {
  return new Promise((resolve) => {
    const server = createServer((request) => {
      let over = false;
      const drained = drainRequest(request, limits).then(() => {
        over = true;
      });
      resolve({ client, request, drained, isOver: () => over });
    });
    let client: RawClient;
    void serve(server).then(({ port }) => {
      client = openRaw(port);
      client.send(post("/", { "content-length": 5_000 }));
    });
  });
}

async function sleep(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}

test("drainRequest() reads until the body ends", async () => {
  const { client, drained, isOver, request } = await drain({ ...LIMITS, maxBytes: 5_000 });
  client.send("a".repeat(4_999));
  await sleep(30);
  expect(isOver()).toBe(false);
  client.send("a");
  await drained;
  expect(request.complete).toBe(true);
});

test("drainRequest() ends when the client leaves", async () => {
  const { client, drained } = await drain(LIMITS);
  client.socket.destroy();
  await drained;
});

test("drainRequest() ends, and reads no further, when enough bytes have come", async () => {
  const { client, drained, isOver, request } = await drain(LIMITS);
  client.send("a".repeat(1_000));
  await sleep(30);
  expect(isOver()).toBe(false);
  client.send("a");
  await drained;
  expect(request.isPaused()).toBe(true);
});

test("drainRequest() ends when the client is silent", async () => {
  const { client, drained, isOver } = await drain({ ...LIMITS, idleMs: 400 });
  for (let n = 0; n < 6; n++) {
    await sleep(100);
    expect(isOver()).toBe(false);
    client.send("a");
  }
  await drained;
});

test("drainRequest() ends in time though the client trickles", async () => {
  const { client, drained } = await drain({ ...LIMITS, totalMs: 60 });
  const trickle = setInterval(() => client.send("a"), 20);
  await drained;
  clearInterval(trickle);
});

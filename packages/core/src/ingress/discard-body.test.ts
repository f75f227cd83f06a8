import { expect, test } from "vitest";
import { createFakeBody, createFakeTimer } from "../../test/ingress/fake-body.ts";
import { discardBody } from "./body-source.ts";

const LIMITS = { maxBytes: 1_000, idleMs: 20, totalMs: 60 };

function discard(limits = LIMITS) {
  const body = createFakeBody();
  const clock = createFakeTimer();
  return { body, ...clock, discarded: discardBody(body, limits, clock.timer) };
}

test.each(["onEnd", "onGone"] as const)("discardBody() ends at %s", async (event) => {
  const { body, discarded, pending } = discard();
  body.listener()?.[event]();
  await discarded;
  expect(pending()).toEqual([]);
  expect(body.stops()).toBe(1);
});

test("discardBody() ends when enough bytes have come", async () => {
  const { body, discarded } = discard();
  body.send("a".repeat(1_000));
  expect(body.listener()).toBeDefined();
  body.send("a".repeat(256));
  expect(body.listener()).toBeUndefined();
  await discarded;
});

test("discardBody() ends when the client is silent", async () => {
  const { body, discarded, fire, pending } = discard({ ...LIMITS, totalMs: 60_000 });
  for (let turn = 0; turn < 3; turn++) {
    body.send("a");
    expect(pending()).toEqual([20]);
    fire();
    expect(body.listener()).toBeDefined();
  }
  fire();
  expect(body.listener()).toBeUndefined();
  await discarded;
});

test("discardBody() ends in time though the client trickles", async () => {
  const { body, discarded, fire } = discard();
  for (let turn = 0; turn < 3; turn++) {
    expect(body.listener()).toBeDefined();
    body.send("a");
    fire();
  }
  expect(body.listener()).toBeUndefined();
  await discarded;
});

test("discardBody() never waits longer than in all", () => {
  expect(discard({ ...LIMITS, idleMs: 100 }).pending()).toEqual([60]);
});

test("discardBody() has limits and a timer by default", async () => {
  const body = createFakeBody();
  const discarded = discardBody(body);
  body.listener()?.onChunk(new Uint8Array(32 * 1024 * 1024));
  expect(body.listener()).toBeDefined();
  body.send("a");
  await discarded;
});

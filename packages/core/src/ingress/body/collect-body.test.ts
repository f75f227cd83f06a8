import { expect, test } from "vitest";
import { createFakeBody, createFakeTimer } from "../../../test/ingress/fake-body.ts";
import { collectBody } from "./collect-body.ts";

const LIMITS = { maxBytes: 10, timeoutMs: 1_000 };

test("collectBody() gives the bytes of a body, however it is cut, and cancels its timer", async () => {
  const body = createFakeBody();
  const { timer, pending } = createFakeTimer();
  const read = collectBody(body, LIMITS, timer);
  expect(pending()).toEqual([1_000]);
  for (const chunk of ["01", "234", "56789"]) body.send(chunk);
  body.listener()?.onEnd();
  expect(await read).toEqual({ kind: "bytes", bytes: new TextEncoder().encode("0123456789") });
  expect(pending()).toEqual([]);
  expect(body.stops()).toBe(1);
});

test("collectBody() stops at the first byte beyond the limit", async () => {
  const body = createFakeBody();
  const { timer, pending } = createFakeTimer();
  const read = collectBody(body, LIMITS, timer);
  body.send("0123456789");
  expect(body.listener()).toBeDefined();
  body.send("a");
  expect(body.listener()).toBeUndefined();
  expect(await read).toEqual({ kind: "too-large" });
  expect(pending()).toEqual([]);
});

test("collectBody() gives up on a body that does not arrive in time", async () => {
  const body = createFakeBody();
  const { timer, fire } = createFakeTimer();
  const read = collectBody(body, LIMITS, timer);
  body.send("abc");
  fire();
  expect(body.listener()).toBeUndefined();
  expect(await read).toEqual({ kind: "timeout" });
});

test("collectBody() sees that the client has gone", async () => {
  const body = createFakeBody();
  const { timer, pending } = createFakeTimer();
  const read = collectBody(body, LIMITS, timer);
  body.send("abc");
  body.listener()?.onGone();
  expect(await read).toEqual({ kind: "gone" });
  expect(pending()).toEqual([]);
});

test("collectBody() takes the timer of the runtime by default", async () => {
  const read = collectBody(createFakeBody(), { maxBytes: 10, timeoutMs: 1 });
  expect(await read).toEqual({ kind: "timeout" });
});

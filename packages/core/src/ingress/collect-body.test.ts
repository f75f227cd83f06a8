import { expect, test } from "vitest";
import { createFakeBody, createFakeTimer } from "../../test/ingress/fake-body.ts";
import { collectBody } from "./body-source.ts";

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

test("collectBody() counts what arrives, and ends where there is no room for it", async () => {
  const body = createFakeBody();
  const { timer, pending } = createFakeTimer();
  const counted: number[] = [];
  const meter = {
    begin: () => true,
    add: (bytes: number) => {
      counted.push(bytes);
      return counted.length < 2;
    },
  };
  const read = collectBody(body, { ...LIMITS, meter }, timer);
  body.send("abc");
  body.send("de");
  expect(await read).toEqual({ kind: "overloaded" });
  expect([counted, body.stops(), pending()]).toEqual([[3, 2], 1, []]);
});

test("collectBody() ends where others need the room, and does not begin where there is none", async () => {
  const body = createFakeBody();
  const { timer, pending } = createFakeTimer();
  let end = () => undefined as unknown;
  const meter = {
    begin: (listener: () => void) => {
      end = listener;
      return true;
    },
    add: () => true,
  };
  const read = collectBody(body, { ...LIMITS, meter }, timer);
  body.send("abc");
  end();
  expect(await read).toEqual({ kind: "overloaded" });
  expect([body.listener(), pending()]).toEqual([undefined, []]);
  const full = { begin: () => false, add: () => true };
  const none = collectBody(body, { ...LIMITS, meter: full }, timer);
  expect([body.listener(), pending()]).toEqual([undefined, []]);
  expect(await none).toEqual({ kind: "overloaded" });
});

test("collectBody() takes the timer of the runtime by default", async () => {
  const read = collectBody(createFakeBody(), { maxBytes: 10, timeoutMs: 1 });
  expect(await read).toEqual({ kind: "timeout" });
});

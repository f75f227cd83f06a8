import { expect, test } from "vitest";
import { createFakeTime, letPromisesGoOn } from "../../test/ingress/fake-time.ts";
import { bodyOf, createHarness, type HarnessOptions } from "../../test/ingress/harness.ts";
import type { Dispatch, DispatchContext, DispatchReceipt } from "./dispatch-port.ts";
import type { LateDispatch } from "./late-dispatch.ts";

/** A dispatch that the test settles, on a clock that the test moves. */
function createHeld(ingress: HarnessOptions["ingress"] = {}) {
  const time = createFakeTime();
  const late: LateDispatch[] = [];
  const calls: { context: DispatchContext; resolve: Settle; reject: (error: unknown) => void }[] =
    [];
  const dispatch: Dispatch = (_action, context) =>
    new Promise((resolve, reject) => {
      calls.push({ context, resolve, reject });
    });
  const harness = createHarness({
    ingress: {
      dispatch,
      randomId: () => "run-1",
      onLateDispatch: (one) => void late.push(one),
      clock: time.clock,
      timer: time.timer,
      ...ingress,
    },
  });
  return { harness, time, late, calls };
}

function signalOf(call: { readonly context: DispatchContext } | undefined): AbortSignal {
  if (call === undefined) throw new Error("Nothing was dispatched.");
  return call.context.signal;
}

type Settle = (receipt?: DispatchReceipt) => void;

test("settleInTime() answers 503 where a dispatch does not settle within the limit", async () => {
  const { harness, time, calls } = createHeld();
  const sending = harness.send();
  await time.advance(29_999);
  expect(harness.records).toEqual([]);
  await time.advance(1);
  const answer = await sending;
  expect(answer).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
  expect(bodyOf(answer)).toEqual({
    ok: false,
    error: "The gateway did not take the action in time; try again.",
    code: "dispatch_timeout",
  });
  expect(harness.records).toMatchObject([
    { status: 503, code: "dispatch_timeout", runId: "run-1", durationMs: 30_000 },
  ]);
  expect(calls[0]?.context.signal.aborted).toBe(true);
  expect(time.timersRunning()).toBe(0);
});

test("settleInTime() takes the limit of the option, and the shorter of two", async () => {
  for (const limits of [
    { dispatchTimeoutMs: 50 },
    { requestTimeoutMs: 50 },
    { dispatchTimeoutMs: 50, requestTimeoutMs: Number.POSITIVE_INFINITY },
  ]) {
    const { harness, time } = createHeld(limits);
    const sending = harness.send();
    await time.advance(50);
    expect(bodyOf(await sending)).toMatchObject({ code: "dispatch_timeout" });
  }
});

test("settleInTime() answers what settles in time, and lets go of its timer", async () => {
  const { harness, time, calls, late } = createHeld();
  const sending = harness.send({ target: "/hooks/agent", body: '{"message":"x"}' });
  await time.advance(29_999);
  calls[0]?.resolve({ runId: "theirs" });
  expect(bodyOf(await sending)).toEqual({ ok: true, runId: "theirs" });
  expect(time.timersRunning()).toBe(0);
  await time.advance(60_000);
  expect(calls[0]?.context.signal.aborted).toBe(false);
  expect(late).toEqual([]);
});

test("settleInTime() sets no timer for a dispatch that has nothing to wait for", async () => {
  const { harness, time } = createHeld({ dispatch: async () => undefined });
  expect((await harness.send()).status).toBe(200);
  await letPromisesGoOn();
  expect(time.timersSet()).toBe(0);
});

test("settleInTime() reports a dispatch that succeeds after its sender was told 503", async () => {
  const { harness, time, calls, late } = createHeld();
  const sending = harness.send();
  await time.advance(30_000);
  await sending;
  calls[0]?.resolve({ runId: "theirs" });
  await time.advance(12_000);
  const [record] = harness.records;
  expect(late).toEqual([
    {
      receivedAt: record?.receivedAt,
      durationMs: 30_000,
      name: "wake",
      runId: "theirs",
      ok: true,
    },
  ]);
  expect(harness.records).toHaveLength(1);
});

test("settleInTime() reports a dispatch that fails late, and one without a receipt", async () => {
  const { harness, time, calls, late } = createHeld();
  const sending = [harness.send(), harness.send()];
  await time.advance(30_000);
  await Promise.all(sending);
  calls[0]?.reject(new TypeError("down"));
  calls[1]?.resolve();
  await letPromisesGoOn();
  expect(late).toMatchObject([
    { runId: "run-1", ok: true },
    { runId: "run-1", ok: false, detail: "TypeError: down" },
  ]);
});

test("settleInTime() aborts the signal when the sender goes, and awaits the outcome", async () => {
  const { harness, calls } = createHeld();
  let leave = (): void => undefined;
  let listeners = 0;
  const onGone = (listener: () => void): (() => void) => {
    listeners += 1;
    leave = listener;
    return () => {
      listeners -= 1;
    };
  };
  const sending = harness.send({ onGone });
  await letPromisesGoOn();
  const signal = signalOf(calls[0]);
  expect([signal.aborted, listeners]).toEqual([false, 1]);
  leave();
  expect(signal.aborted).toBe(true);
  expect(signal.reason).toMatchObject({ name: "AbortError", code: "client_closed" });
  calls[0]?.resolve();
  expect((await sending).status).toBe(200);
  expect(harness.records).toMatchObject([{ status: 200, action: "wake" }]);
  expect(listeners).toBe(0);
});

test("settleInTime() calls it client_closed where a dispatch fails because its sender has gone", async () => {
  const { harness, calls } = createHeld();
  let leave = (): void => undefined;
  const onGone = (listener: () => void) => {
    leave = listener;
    return () => undefined;
  };
  const sending = harness.send({ onGone });
  await letPromisesGoOn();
  leave();
  calls[0]?.reject(calls[0].context.signal.reason);
  expect((await sending).status).toBe(499);
  expect(harness.records).toMatchObject([
    { code: "client_closed", detail: "AbortError: The dispatch was aborted: client_closed." },
  ]);
});

test("settleInTime() aborts the signal also where the sender has gone at once", async () => {
  let isGone = false;
  const { harness, calls } = createHeld();
  const sending = harness.send({
    isGone: () => {
      // Not yet when the dispatch begins.
      const before = isGone;
      isGone = true;
      return before;
    },
  });
  await letPromisesGoOn();
  expect(signalOf(calls[0]).reason).toMatchObject({ code: "client_closed" });
  calls[0]?.resolve();
  expect((await sending).status).toBe(200);
});

test("settleInTime() answers 503 where a port throws", async () => {
  const timer = () => {
    throw new RangeError("no timers left");
  };
  const { harness } = createHeld({ timer });
  expect((await harness.send()).status).toBe(503);
  expect(harness.records).toMatchObject([{ detail: "RangeError: no timers left" }]);
});

test("abort() answers 503 to what is in flight, aborts its signal, and serves what comes later", async () => {
  const { harness, time, calls, late } = createHeld();
  const sending = [harness.send(), harness.send()];
  await letPromisesGoOn();
  const signal = signalOf(calls[0]);
  harness.abort();
  for (const answer of await Promise.all(sending)) {
    expect(answer).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
    expect(bodyOf(answer)).toMatchObject({ code: "server_stopping" });
  }
  expect(signal.reason).toMatchObject({ code: "server_stopping" });
  expect(time.timersRunning()).toBe(0);
  calls[1]?.resolve();
  const next = harness.send();
  await letPromisesGoOn();
  calls[2]?.resolve();
  expect((await next).status).toBe(200);
  expect(late).toMatchObject([{ ok: true, runId: "run-1" }]);
});

test("settleInTime() takes a receipt that cannot be read for a failure", async () => {
  const receipt = {
    get runId(): string {
      throw new TypeError("unreadable");
    },
  };
  const { harness } = createHeld({ dispatch: async () => receipt });
  expect((await harness.send()).status).toBe(503);
  expect(harness.records).toMatchObject([
    { code: "dispatch_failed", detail: "TypeError: unreadable" },
  ]);
});

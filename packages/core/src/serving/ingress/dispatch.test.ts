import { createHmac } from "node:crypto";
import { expect, test, vi } from "vitest";
import { createFakeTime, type FakeTime, letPromisesGoOn } from "../../../test/ingress/fake-time.ts";
import {
  BEARER,
  bodyOf,
  createHarness,
  type HarnessOptions,
  TOKEN,
} from "../../../test/ingress/harness.ts";
import type { MappingInput } from "../../authoring/config/config.ts";
import { compileHooks } from "../../compile-hooks.ts";
import type { Hooks } from "../resolve/hooks.ts";
import { createIngress } from "./create-ingress.ts";
import {
  createLateReport,
  type Dispatch,
  DispatchCall,
  type DispatchContext,
  type DispatchReceipt,
  type LateDispatch,
} from "./dispatch-call.ts";
import { createArrival, createProved } from "./phases.ts";
import { askInTime, MAX_ANSWER_MS } from "./store.ts";

const agent = { target: "/hooks/agent", body: '{"message":"do it"}' };

test("dispatchAction() makes an id for a wake only if somebody gets it", async () => {
  let made = 0;
  const randomId = () => `run-${++made}`;
  const hooks = compileHooks({ hooks: { enabled: true, token: TOKEN } });
  const request = {
    method: "POST",
    target: "/hooks/wake",
    headers: () => BEARER,
    remoteAddress: () => undefined,
    readBody: async () => ({ kind: "parsed", value: { text: "hello" } }) as const,
    isGone: () => false,
  };
  await createIngress({ hooks, dispatch: () => undefined, randomId }).receive(request);
  expect(made).toBe(0);
  const reported: unknown[] = [];
  const dispatch = (_action: unknown, { runId }: { readonly runId: string }) =>
    void reported.push(runId);
  await createIngress({ hooks, dispatch, randomId }).receive(request);
  const observer = ({ runId }: { readonly runId?: string }) => void reported.push(runId);
  await createIngress({ hooks, dispatch, observer, randomId }).receive(request);
  expect(reported).toEqual(["run-1", "run-2", "run-2"]);
});

test("dispatchAction() answers with the run id of the receipt if there is one", async () => {
  const receipts = [{ runId: "of-the-gateway" }, {}, undefined];
  const harness = createHarness({
    ingress: { randomId: () => "own", dispatch: async () => receipts.shift() },
  });
  const runIds: unknown[] = [];
  for (let sent = 0; sent < 3; sent++) runIds.push(bodyOf(await harness.send(agent)));
  expect(runIds).toEqual([
    { ok: true, runId: "of-the-gateway" },
    { ok: true, runId: "own" },
    { ok: true, runId: "own" },
  ]);
  expect(harness.records.map(({ runId }) => runId)).toEqual(["of-the-gateway", "own", "own"]);
});

const LATE: LateDispatch = {
  receivedAt: 0,
  durationMs: 42_000,
  name: "ci",
  runId: "run-1",
  ok: true,
};

function collect(): { readonly lines: string[]; readonly warn: (line: string) => void } {
  const lines: string[] = [];
  return { lines, warn: (line) => void lines.push(line) };
}

test("createLateReport() without a listener warns of a late success, not of a failure", () => {
  const { lines, warn } = collect();
  const report = createLateReport(undefined, warn);
  report(LATE);
  report({ ...LATE, ok: false });
  expect(lines).toEqual([
    'The dispatch of run run-1 for the hook "ci" succeeded after 42000 ms, after its sender had got a 503.',
  ]);
});

test("createLateReport() passes both outcomes to the listener, and does not warn", () => {
  const { lines, warn } = collect();
  const heard: LateDispatch[] = [];
  const report = createLateReport((late) => void heard.push(late), warn);
  report(LATE);
  report({ ...LATE, ok: false });
  expect(heard.map(({ ok }) => ok)).toEqual([true, false]);
  expect(lines).toEqual([]);
});

test.each([
  [
    "throws",
    () => {
      throw new Error("disk full");
    },
  ],
  ["rejects", async () => Promise.reject(new Error("disk full"))],
])("createLateReport() survives a listener that %s, and warns", async (_how, listener) => {
  const { lines, warn } = collect();
  createLateReport(listener, warn)(LATE);
  await new Promise((resolve) => setImmediate(resolve));
  expect(lines).toEqual(["The listener for late dispatches failed; an outcome is lost."]);
});

const FAILED = { status: 503, code: "dispatch_failed", retryAfter: "5" };

test.each([
  [
    { code: "queue_full", retryAfterSeconds: 30 },
    { code: "queue_full", retryAfter: "30" },
  ],
  [{ code: "queue_full" }, { code: "queue_full" }],
  [{ retryAfterSeconds: 1.2 }, { retryAfter: "2" }],
  [{ retryAfterSeconds: 0 }, { retryAfter: "0" }],
  [{ retryAfterSeconds: 1e9 }, { retryAfter: "86400" }],
  [{ code: "server_stopping" }, { code: "server_stopping" }],
  [{ code: "unauthorized" }, {}],
  [{ code: "ECONNREFUSED", retryAfterSeconds: -1 }, {}],
  [{ code: "a secret text", retryAfterSeconds: Number.NaN }, {}],
  [{ code: 42, retryAfterSeconds: "30" }, {}],
  [undefined, {}],
])("refuseRejection() answers a rejection with %j", async (extras, expected) => {
  for (const isAsync of [true, false]) {
    const error = extras && Object.assign(new Error("inner text"), extras);
    const dispatch = () => {
      if (isAsync) return Promise.reject(error);
      throw error;
    };
    const harness = createHarness({ ingress: { dispatch } });
    const answer = await harness.send();
    const body = bodyOf(answer) as { readonly code: string; readonly error: string };
    const { status, headers } = answer;
    expect({ status, code: body.code, retryAfter: headers["retry-after"] }).toEqual({
      ...FAILED,
      ...expected,
    });
    expect(body.error).toBe("The gateway could not accept the action; try again.");
    const detail = extras === undefined ? "undefined" : "Error: inner text";
    expect(harness.records).toMatchObject([{ status: 503, code: body.code, detail }]);
    expect(harness.records[0]).not.toHaveProperty("action");
    expect(harness.records[0]).not.toHaveProperty("runId");
  }
});

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

test("settleInTime() answers 503 if a dispatch does not settle within the limit", async () => {
  const { harness, time, calls } = createHeld();
  const sending = harness.send();
  await time.advance(29_999);
  expect(harness.records).toEqual([]);
  await time.advance(1);
  const answer = await sending;
  expect(answer).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
  expect(bodyOf(answer)).toEqual({
    ok: false,
    error: "The gateway did not accept the action in time; try again.",
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

test("settleInTime() reports a dispatch that succeeds after its sender got a 503", async () => {
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

test("settleInTime() records client_closed if a dispatch fails because its sender disconnected", async () => {
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

test("settleInTime() aborts the signal even if the sender has disconnected at once", async () => {
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

test("settleInTime() answers 503 if a port throws", async () => {
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

const PASSCODE = "passcode-of-the-figma-webhook";

/** A transform that the test settles; its own limit is far away. */
function createSlow(ingress: object = {}) {
  const time = createFakeTime();
  const waiting: (() => void)[] = [];
  const wait = () =>
    new Promise<undefined>((resolve) => {
      waiting.push(() => resolve(undefined));
    });
  const harness = createHarness({
    hooks: {
      mappings: [
        { match: { path: "ci" }, messageTemplate: "x", transform: { module: "slow.js" } },
        {
          match: { path: "figma" },
          auth: { provider: "figma", token: PASSCODE },
          forEach: "list",
          messageTemplate: "x",
          transform: { module: "slow.js" },
        },
        {
          match: { path: "all" },
          forEach: "list",
          messageTemplate: "x",
          transform: { module: "slow.js" },
        },
      ],
    },
    compile: { transforms: { "slow.js": wait }, transformTimeoutMs: 3_600_000 },
    ingress: { clock: time.clock, timer: time.timer, ...ingress },
  });
  return { harness, time, waiting };
}

test("resolveInTime() refuses an event whose transform takes longer than a request may", async () => {
  const { harness, time, waiting } = createSlow();
  const sending = harness.send({ target: "/hooks/ci" });
  await time.advance(30_000);
  const answer = await sending;
  expect(answer).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
  expect(bodyOf(answer)).toMatchObject({ code: "dispatch_timeout" });
  expect(harness.records).toMatchObject([
    { detail: "Transforms took longer than the 30000 ms of a request." },
  ]);
  waiting[0]?.();
  await letPromisesGoOn();
  expect(harness.dispatched).toEqual([]);
});

test("resolveInTime() leaves a dispatch what is left of the time", async () => {
  const { harness, time, waiting } = createSlow({ dispatch: () => new Promise(() => undefined) });
  const sending = harness.send({ target: "/hooks/ci" });
  await time.advance(20_000);
  waiting[0]?.();
  await time.advance(9_999);
  expect(harness.records).toEqual([]);
  await time.advance(1);
  expect(bodyOf(await sending)).toMatchObject({ code: "dispatch_timeout" });
});

test("resolveInTime() leaves a batch what is left of the time", async () => {
  const { harness, time, waiting } = createSlow({ dispatch: () => new Promise(() => undefined) });
  const sending = harness.send({ target: "/hooks/all", body: '{"list":[{},{}]}' });
  await time.advance(20_000);
  waiting[0]?.();
  await letPromisesGoOn();
  waiting[1]?.();
  await time.advance(10_000);
  expect(bodyOf(await sending)).toMatchObject({ code: "batch_timeout" });
});

test("resolveInTime() leaves the elements of a batch alone whose sender has disconnected", async () => {
  const { harness, waiting } = createSlow();
  let isGone = false;
  const sending = harness.send({
    target: "/hooks/all",
    body: '{"list":[{},{},{}]}',
    isGone: () => isGone,
  });
  await letPromisesGoOn();
  waiting[0]?.();
  await letPromisesGoOn();
  isGone = true;
  waiting[1]?.();
  expect(bodyOf(await sending)).toMatchObject({ code: "client_closed" });
  expect([waiting.length, harness.dispatched]).toEqual([2, []]);
  expect(harness.records).toMatchObject([{ code: "client_closed", mappingId: "mapping-3" }]);
});

test("resolveInTime() keeps no answer of a batch whose sender has disconnected, and accepts it again", async () => {
  const { harness, waiting } = createSlow();
  // Of this vendor, an event that is refused is a 204.
  const body = JSON.stringify({ passcode: PASSCODE, id: "event-1", list: [{}, {}] });
  const batch = { target: "/hooks/figma", headers: {}, body };
  let isGone = false;
  const first = harness.send({ ...batch, isGone: () => isGone });
  await expect.poll(() => waiting.length).toBe(1);
  isGone = true;
  waiting[0]?.();
  expect(await first).toMatchObject({ status: 499 });
  const again = harness.send(batch);
  for (const at of [1, 2]) {
    await expect.poll(() => waiting.length).toBe(at + 1);
    waiting[at]?.();
  }
  expect(await again).toMatchObject({ status: 202 });
  expect(harness.dispatched).toHaveLength(2);
});

test.each([
  ["its time is over", (time: FakeTime) => time.advance(30_000)],
  ["the server stops", async (_time: FakeTime, abort: () => void) => abort()],
])("resolveInTime() leaves the elements of a batch alone where %s", async (_what, end) => {
  const { harness, time, waiting } = createSlow();
  const sending = harness.send({ target: "/hooks/all", body: '{"list":[{},{},{}]}' });
  await letPromisesGoOn();
  await end(time, harness.abort);
  expect(await sending).toMatchObject({ status: 503 });
  waiting[0]?.();
  await letPromisesGoOn();
  expect(waiting).toHaveLength(1);
});

test("resolveInTime() gives up at a stop", async () => {
  const { harness, time } = createSlow();
  const sending = harness.send({ target: "/hooks/ci" });
  await letPromisesGoOn();
  harness.abort();
  expect(bodyOf(await sending)).toMatchObject({ code: "server_stopping" });
  expect(time.timersRunning()).toBe(0);
});

test("resolveInTime() cancels its timer even if resolving rejects", async () => {
  const time = createFakeTime();
  const hooks: Hooks = {
    ...compileHooks({ hooks: { enabled: true, token: "the-token-of-the-ingress-tests" } }),
    resolve: () => Promise.reject(new Error("a mistake of ours")),
  };
  const harness = createHarness({ ingress: { hooks, clock: time.clock, timer: time.timer } });
  expect((await harness.send()).status).toBe(500);
  expect(harness.records).toMatchObject([{ detail: "Error: a mistake of ours" }]);
  expect(time.timersRunning()).toBe(0);
});

test("askInTime() does not wait longer than a second", async () => {
  const timers: [() => void, number][] = [];
  const onFailure = vi.fn();
  const timer = (run: () => void, ms: number) => {
    timers.push([run, ms]);
    return () => undefined;
  };
  const asked = askInTime(() => new Promise<number>(() => undefined), { timer, onFailure });
  expect(timers.map(([, ms]) => ms)).toEqual([MAX_ANSWER_MS]);
  timers[0]?.[0]();
  expect(await asked).toBe(undefined);
  expect(onFailure).toHaveBeenCalledOnce();
});

test("dispatchAction() waits for whatever can be waited for", async () => {
  // biome-ignore lint/suspicious/noThenProperty: a promise that is none of the runtime's is the case.
  const receipt = { then: (resolve: (value: object) => void) => resolve({ runId: "later" }) };
  const harness = createHarness({
    ingress: { dispatch: () => receipt as unknown as Promise<{ runId: string }> },
  });
  expect(bodyOf(await harness.send(agent))).toEqual({ ok: true, runId: "later" });
});

const SOME_EMPTY = JSON.stringify({ list: [{ text: "one" }, { text: "" }, { text: "three" }] });

function batch(mapping: MappingInput, options: HarnessOptions = {}) {
  return createHarness({
    ...options,
    hooks: {
      mappings: [
        {
          id: "each",
          match: { path: "ci" },
          forEach: "list",
          sessionKey: "hook:{{item.text}}",
          ...mapping,
        },
      ],
    },
  });
}

function send(harness: ReturnType<typeof batch>, body = SOME_EMPTY) {
  return harness.send({ target: "/hooks/ci", body });
}

test("dispatchBatch() dispatches in order and returns the result of each element", async () => {
  let id = 0;
  const harness = batch(
    { messageTemplate: "{{item.text}}" },
    { ingress: { randomId: () => `run-${++id}` } },
  );
  const answer = await send(harness);
  expect(answer.status).toBe(202);
  expect(bodyOf(answer)).toEqual({
    ok: true,
    results: [
      { index: 0, ok: true, runId: "run-1" },
      {
        index: 1,
        ok: false,
        error: "The session key is made of values that this payload does not have.",
        code: "session_key_refused",
      },
      { index: 2, ok: true, runId: "run-2" },
    ],
  });
  expect(harness.dispatched.map(({ action }) => action.parts[0]?.text)).toEqual(["one", "three"]);
  const contexts = harness.dispatched.map(({ context }) => context);
  expect(contexts).toMatchObject([0, 2].map((index) => ({ index, mappingId: "each" })));
  expect(contexts[0]?.taintedFields).toEqual(["sessionKey"]);
  expect(harness.records).toMatchObject([
    { status: 202, mappingId: "each", dispatched: 2, refused: 1, skipped: 0 },
  ]);
});

test("dispatchBatch() answers 200 if all elements are wakes", async () => {
  const harness = batch({ action: "wake", textTemplate: "{{item.text}}", wakeMode: "now" });
  const answer = await send(harness, '{"list":[{"text":"one"},{"text":"two"}]}');
  expect(answer.status).toBe(200);
  expect(bodyOf(answer)).toEqual({
    ok: true,
    results: [
      { index: 0, ok: true, mode: "now" },
      { index: 1, ok: true, mode: "now" },
    ],
  });
});

test("dispatchBatch() is not asked for a batch of one, which is answered as a single action", async () => {
  const harness = batch(
    { messageTemplate: "{{item.text}}" },
    { ingress: { randomId: () => "run" } },
  );
  const answer = await send(harness, '{"list":[{"text":"one"}]}');
  expect([answer.status, bodyOf(answer)]).toEqual([202, { ok: true, runId: "run" }]);
  expect(harness.dispatched[0]?.context.index).toBeUndefined();
  expect(harness.records).toMatchObject([{ status: 202, action: "agent", runId: "run" }]);
  const bad = await send(harness, '{"list":[{"text":""}]}');
  expect([bad.status, bodyOf(bad)]).toMatchObject([400, { code: "session_key_refused" }]);
  for (const none of ['{"list":[]}', "{}"]) expect((await send(harness, none)).status).toBe(204);
});

test("dispatchBatch() leaves out what a transform says is handled, and answers 204 for nothing", async () => {
  const transforms = {
    "some.js": ({ payload }: { payload: { list: { text: string }[] } }) =>
      payload.list[0]?.text === "one" ? { message: "kept" } : null,
  };
  const mapping = { transform: { module: "some.js" } };
  const harness = batch(mapping, { compile: { transforms }, ingress: { randomId: () => "run" } });
  expect(bodyOf(await send(harness))).toEqual({
    ok: true,
    results: [{ index: 0, ok: true, runId: "run" }],
  });
  const nothing = await send(harness, '{"list":[{"text":"two"},{"text":"two"}]}');
  expect(nothing).toEqual({ status: 204, headers: {}, body: "" });
  expect(harness.records[1]).toMatchObject({ status: 204, dispatched: 0, refused: 0 });
});

const LONG_LIST = Array.from({ length: 203 }, () => ({ text: "x" }));

test("dispatchBatch() reports elements beyond 200 as skipped, if the mapping takes the first", async () => {
  const forEach = { path: "list", limit: "first" } as const;
  const harness = batch({ forEach, messageTemplate: "{{item.text}}" });
  const answer = await send(harness, JSON.stringify({ list: LONG_LIST }));
  expect(bodyOf(answer)).toMatchObject({ ok: true, skipped: 3 });
  expect(harness.dispatched).toHaveLength(200);
  expect(harness.records[0]).toMatchObject({ dispatched: 200, skipped: 3 });
});

test("dispatchBatch() stops with 503 when dispatch fails, and records how far it came", async () => {
  let taken = 0;
  const dispatch = async () => {
    taken += 1;
    if (taken === 2) throw new Error("down");
  };
  const harness = batch({ messageTemplate: "{{item.text}}" }, { ingress: { dispatch } });
  const answer = await send(harness, '{"list":[{"text":"a"},{"text":"b"},{"text":"c"}]}');
  expect(answer).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
  expect(taken).toBe(2);
  expect(harness.records).toMatchObject([
    { status: 503, code: "dispatch_failed", dispatched: 1, refused: 0, skipped: 0 },
  ]);
});

const THREE = '{"list":[{"text":"a"},{"text":"b"},{"text":"c"}]}';
const LATE_ELEMENT = {
  ok: false,
  error: "The time for this batch was over before the gateway accepted this element.",
  code: "batch_timeout",
};

/** A batch whose dispatches take so long, on a clock that the test moves. */
function timedBatch(takesMs: readonly number[], ingress: HarnessOptions["ingress"] = {}) {
  const time = createFakeTime();
  const contexts: DispatchContext[] = [];
  const dispatch: Dispatch = (_action, context) => {
    contexts.push(context);
    const takes = takesMs[contexts.length - 1] ?? 0;
    return new Promise((resolve) => void time.timer(() => resolve(undefined), takes));
  };
  const harness = batch(
    { messageTemplate: "{{item.text}}" },
    {
      ingress: {
        dispatch,
        clock: time.clock,
        timer: time.timer,
        randomId: () => "run",
        ...ingress,
      },
    },
  );
  return { harness, time, contexts };
}

test("dispatchBatch() ends in time, and names the elements that are left", async () => {
  const { harness, time, contexts } = timedBatch([20_000, 20_000]);
  const sending = send(harness, THREE);
  await time.advance(30_000);
  const answer = await sending;
  expect(answer.status).toBe(202);
  expect(bodyOf(answer)).toEqual({
    ok: true,
    results: [
      { index: 0, ok: true, runId: "run" },
      { index: 1, ...LATE_ELEMENT },
      { index: 2, ...LATE_ELEMENT },
    ],
  });
  expect(contexts.map(({ signal }) => signal.aborted)).toEqual([false, true]);
  expect(harness.records).toMatchObject([{ status: 202, dispatched: 1, refused: 0, timedOut: 2 }]);
  await time.advance(10_000);
  expect(harness.warnings).toEqual([expect.stringContaining("run run for the hook")]);
});

test("dispatchBatch() begins no dispatch when time is over by then", async () => {
  const time = createFakeTime();
  let taken = 0;
  const dispatch = async () => {
    taken += 1;
    await time.advance(30_000);
  };
  const harness = batch(
    { action: "wake", textTemplate: "{{item.text}}" },
    { ingress: { dispatch, clock: time.clock } },
  );
  const answer = await send(harness, THREE);
  expect(bodyOf(answer)).toMatchObject({ results: [{ ok: true }, LATE_ELEMENT, LATE_ELEMENT] });
  expect(taken).toBe(1);
});

test("dispatchBatch() answers 503 if nothing was dispatched in time", async () => {
  const { harness, time } = timedBatch([31_000]);
  const sending = send(harness, THREE);
  await time.advance(30_000);
  const answer = await sending;
  expect(answer).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
  expect(bodyOf(answer)).toEqual({
    ok: false,
    error: "The time for this batch was over before anything was dispatched; try again.",
    code: "batch_timeout",
  });
  expect(harness.records).toMatchObject([{ code: "batch_timeout", dispatched: 0, timedOut: 3 }]);
});

test("dispatchBatch() stops with 503 if one element takes longer than a dispatch may", async () => {
  const { harness, time } = timedBatch([10, 10_000], { dispatchTimeoutMs: 5_000 });
  const sending = send(harness, THREE);
  await time.advance(5_010);
  expect(bodyOf(await sending)).toMatchObject({ code: "dispatch_timeout" });
  expect(harness.records).toMatchObject([{ dispatched: 1, code: "dispatch_timeout" }]);
});

test("dispatchBatch() looks at the sender before each element", async () => {
  let taken = 0;
  const dispatch = async () => {
    taken += 1;
  };
  const harness = batch({ messageTemplate: "{{item.text}}" }, { ingress: { dispatch } });
  const isGone = () => taken === 2;
  await harness.send({ target: "/hooks/ci", body: THREE, isGone });
  expect(taken).toBe(2);
  expect(harness.records).toMatchObject([{ status: 499, code: "client_closed", dispatched: 2 }]);
});

test("dispatchBatch() warns of the content of files that was dropped", async () => {
  const harness = batch({ messageTemplate: "{{item.text}}", body: "multipart" });
  const part = (name: string, text: string) =>
    `--xx\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
  const body = [
    part("payload", '{"list":[{"text":"one"},{"text":"two"}]}'),
    part('f"; filename="a.png', "12345"),
    "--xx--",
  ].join("");
  const headers = { ...BEARER, "content-type": "multipart/form-data; boundary=xx" };
  const answer = await harness.send({ target: "/hooks/ci", headers, body });
  expect([answer.status, bodyOf(answer)]).toMatchObject([
    202,
    { results: [{ ok: true }, { ok: true }], warnings: [expect.stringContaining('Field "f"')] },
  ]);
});

const FACTS = { mappingId: "ci", index: 3, taintedFields: [] };

function createCall(randomId: () => string): DispatchCall {
  const request = {
    method: "POST",
    target: "/hooks/ci",
    headers: () => ({}),
    remoteAddress: () => undefined,
    readBody: async () => ({ kind: "gone" }) as const,
    isGone: () => false,
  };
  const arrived = createArrival(
    request,
    { name: "ci", query: "" },
    { hideSecrets: (text) => text, endpoint: () => undefined },
  );
  const proved = createProved(arrived, {
    proof: "token",
    body: { kind: "parsed", value: {} },
    isDecoded: false,
    sentKey: undefined,
    signed: undefined,
  });
  const identified = {
    proved,
    payload: {},
    bodyWarning: undefined,
    idempotencyKey: undefined,
    idempotencyTtlSeconds: 0,
  };
  return new DispatchCall(FACTS, identified, {
    randomId,
    nextRequestId: randomId,
    dispatchHeaders: [],
  });
}

const mappings = [{ id: "build", match: { path: "ci" }, messageTemplate: "{{job}}" }];
const bearer = { authorization: `Bearer ${TOKEN}` };

test("DispatchCall has the context of a dispatch", async () => {
  const harness = createHarness({
    hooks: { mappings },
    compile: { clock: () => 1_000, randomId: () => "run-1" },
  });
  await harness.send({
    target: "/hooks/ci?x=1",
    headers: { ...bearer, "idempotency-key": " order 7 ", "user-agent": ["a", "b"] },
    body: '{"job":"tests"}',
    context: { tenant: "acme" },
  });
  const context = harness.dispatched[0]?.context;
  expect({
    runId: context?.runId,
    requestId: context?.requestId,
    provider: context?.provider,
    idempotencyKey: context?.idempotencyKey,
    idempotencyTtlSeconds: context?.idempotencyTtlSeconds,
    deliveryId: context?.deliveryId,
    deliveryIdFrom: context?.deliveryIdFrom,
    index: context?.index,
    mappingId: context?.mappingId,
    name: context?.name,
    headers: context?.headers,
    remoteAddress: context?.remoteAddress,
    receivedAt: context?.receivedAt,
    context: context?.context,
  }).toEqual({
    runId: "run-1",
    requestId: "run-1-1",
    provider: undefined,
    idempotencyKey: "order 7",
    idempotencyTtlSeconds: 86_400,
    deliveryId: "order 7",
    deliveryIdFrom: "header",
    index: undefined,
    mappingId: "build",
    name: "ci",
    headers: { "user-agent": "a, b" },
    remoteAddress: "192.0.2.1",
    receivedAt: 1_000,
    context: { tenant: "acme" },
  });
});

test("DispatchCall hands on the headers that are listed, and none that carries a secret", async () => {
  const dispatchHeaders = ["X-Trace", "Authorization", "x-gateway-token", "x-own", "Cookie"];
  const harness = createHarness({ ingress: { dispatchHeaders, tokenHeaders: ["X-Own"] } });
  await harness.send({
    headers: { ...bearer, "x-trace": "t", "x-gateway-token": "s", "x-own": "s", cookie: "s" },
  });
  expect(harness.dispatched[0]?.context.headers).toEqual({ "x-trace": "t" });
});

test.each([
  ["a", undefined, "a"],
  [undefined, "a", "a"],
  ["a", "a", "a"],
  ["a", "b", undefined],
  ["a", "a\tb", undefined],
])("readIdempotencyKey() makes one key of the headers %j and %j: %s", async (one, other, key) => {
  const harness = createHarness();
  const answer = await harness.send({
    headers: {
      ...bearer,
      ...(one !== undefined && { "idempotency-key": one }),
      ...(other !== undefined && { "x-openclaw-idempotency-key": other }),
    },
  });
  expect(answer.status).toBe(key === undefined ? 400 : 200);
  expect(harness.dispatched.map(({ context }) => context.idempotencyKey)).toEqual(
    key === undefined ? [] : [key],
  );
});

test("readIdempotencyKey() takes a key of 256 characters, and a blank one for none", async () => {
  const harness = createHarness();
  const long = "a".repeat(256);
  await harness.send({ headers: { ...bearer, "idempotency-key": long } });
  // A header that came twice; a key may have a comma of its own.
  for (const key of [" ", "k1, k1", "k2, k3", ", "]) {
    await harness.send({ headers: { ...bearer, "idempotency-key": key } });
  }
  expect(harness.dispatched.map(({ context }) => context.idempotencyKey)).toEqual([
    long,
    undefined,
    "k1",
    "k2, k3",
    ",",
  ]);
});

test("DispatchCall makes one id, when something asks for it", () => {
  let made = 0;
  const call = createCall(() => `run-${++made}`);
  expect(made).toBe(0);
  expect([call.runId, call.runId, made]).toEqual(["run-1", "run-1", 1]);
});

test("DispatchCall has one real signal that fetch accepts", () => {
  const call = createCall(() => "run-1");
  const { signal } = call;
  expect(call.signal).toBe(signal);
  expect(signal).toBeInstanceOf(AbortSignal);
  let heard = 0;
  signal.addEventListener("abort", () => {
    heard += 1;
  });
  DispatchCall.abort(call, "dispatch_timeout");
  expect([signal.aborted, heard]).toEqual([true, 1]);
});

test("DispatchCall has an aborted signal with the first code if the abort came first", () => {
  const call = createCall(() => "run-1");
  expect(DispatchCall.abortCodeOf(call)).toBe(undefined);
  DispatchCall.abort(call, "client_closed");
  DispatchCall.abort(call, "dispatch_timeout");
  expect(DispatchCall.abortCodeOf(call)).toBe("client_closed");
  expect(() => call.signal.throwIfAborted()).toThrow("The dispatch was aborted: client_closed.");
});

test.each([
  ["the signature", "sha256=", { route: { channel: "telegram", to: "42", from: "42" } }],
  ["the hook token", undefined, undefined],
])(
  "dispatch gets the route of a mapping only from a sender that shows its signature: %s",
  async (_, prefix, reports) => {
    const secret = "secret-of-the-signed-routes";
    const body = '{"id":42}';
    const harness = createHarness({
      hooks: {
        mappings: [
          {
            match: { path: "chat" },
            auth: { provider: "github", secret, orToken: true },
            messageTemplate: "Hi",
            route: { channel: "telegram", to: "{{id}}" },
          },
        ],
      },
    });
    const hmac = createHmac("sha256", secret).update(body).digest("hex");
    const headers = prefix === undefined ? BEARER : { "x-hub-signature-256": `${prefix}${hmac}` };
    expect(await harness.send({ target: "/hooks/chat", headers, body })).toMatchObject({
      status: 202,
    });
    expect(harness.dispatched[0]?.context.channelReports).toEqual(reports);
  },
);

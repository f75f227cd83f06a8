import { expect, test } from "vitest";
import { createFakeTime, type FakeTime, letPromisesGoOn } from "../../test/ingress/fake-time.ts";
import { bodyOf, createHarness } from "../../test/ingress/harness.ts";
import { compileHooks } from "../engine.ts";
import type { Hooks } from "../resolve/hooks.ts";

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

test("resolveInTime() leaves the elements of a batch alone whose sender has gone", async () => {
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

test("resolveInTime() keeps no answer of a batch whose sender has gone, and takes it when it comes again", async () => {
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

test("resolveInTime() lets go of its timer also where resolving rejects", async () => {
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

// Outcomes that come after their sender was told 503, and a store that fails when it is told of one.
import { expect, test } from "vitest";
import { createFakeTime } from "../../test/ingress/fake-time.ts";
import {
  BEARER,
  bodyOf,
  createHarness,
  type HarnessOptions,
  type SentRequest,
} from "../../test/ingress/harness.ts";
import type { DispatchReceipt } from "./dispatch-port.ts";
import { createMemoryStore } from "./memory-store.ts";
import type { IdempotencyStore } from "./store.ts";

const EVENT: SentRequest = {
  target: "/hooks/agent",
  headers: { ...BEARER, "idempotency-key": "k" },
  body: '{"message":"do it"}',
};

/** Dispatches that the test settles, and a store that it can break. */
function createHeld(options: HarnessOptions = {}) {
  const time = createFakeTime();
  const memory = createMemoryStore({ clock: time.clock });
  const calls: { settle: (receipt?: DispatchReceipt) => void; fail: (error: Error) => void }[] = [];
  const broken = new Set<keyof IdempotencyStore>();
  const guarded = <Name extends keyof IdempotencyStore>(name: Name): IdempotencyStore[Name] =>
    ((...args: never[]) => {
      if (broken.has(name)) return Promise.reject(new Error("no connection"));
      return (memory[name] as (...all: never[]) => unknown)(...args);
    }) as IdempotencyStore[Name];
  const store: IdempotencyStore = {
    claim: guarded("claim"),
    extend: guarded("extend"),
    complete: guarded("complete"),
    release: guarded("release"),
  };
  const harness = createHarness({
    ...options,
    ingress: {
      dispatch: () =>
        new Promise((settle, fail) => {
          calls.push({ settle, fail });
        }),
      onLateDispatch: () => undefined,
      idempotency: store,
      clock: time.clock,
      timer: time.timer,
      ...options.ingress,
    },
  });
  /** Sends an event, and lets its time run out. */
  const timeOut = async (event = EVENT) => {
    const sending = harness.send(event);
    await time.advance(30_000);
    expect((await sending).status).toBe(503);
  };
  return { harness, time, calls, broken, memory, timeOut };
}

test("trap 32 a late success after a 503 is the answer to the next delivery", async () => {
  const { harness, time, calls, timeOut } = createHeld();
  await timeOut();
  // The claim outlives its 60 s, because the outcome is not known yet.
  await time.advance(200_000);
  const early = harness.send(EVENT);
  await time.advance(5_000);
  expect((await early).status).toBe(409);
  calls[0]?.settle({ runId: "late" });
  await time.advance(0);
  const second = await harness.send(EVENT);
  expect([second.status, second.body, second.headers["idempotent-replayed"]]).toEqual([
    202,
    '{"ok":true,"runId":"late"}',
    "true",
  ]);
  expect(calls).toHaveLength(1);
  expect(time.timersRunning()).toBe(0);
  await Promise.all([harness.idle(), time.advance(0)]);
});

test("trap 32 a late failure after a 503 lets the next delivery run", async () => {
  const { harness, time, calls, timeOut } = createHeld();
  await timeOut();
  calls[0]?.fail(new Error("down"));
  await time.advance(0);
  const second = harness.send(EVENT);
  await time.advance(0);
  calls[1]?.settle();
  expect((await second).status).toBe(202);
});

test("trap 32 a dispatch that hangs for more than 15 minutes lets the next delivery run", async () => {
  const { harness, time, calls, timeOut } = createHeld();
  await timeOut();
  await time.advance(960_000);
  const second = harness.send(EVENT);
  await time.advance(0);
  calls[1]?.settle({ runId: "second" });
  expect((await second).status).toBe(202);
  // The first one has lost its claim: what it says changes nothing, and is told.
  calls[0]?.settle({ runId: "first" });
  await time.advance(0);
  expect((await harness.send(EVENT)).body).toContain("second");
  expect(harness.warnings).toEqual([expect.stringContaining("could not be stored under its key")]);
});

test("a late success of a key of a mapping is the answer, too", async () => {
  const mapping = { match: { path: "t" }, dedupeKey: "{{id}}", messageTemplate: "x" };
  const { harness, time, calls, timeOut } = createHeld({ hooks: { mappings: [mapping] } });
  const event = { target: "/hooks/t", body: '{"id":"a"}' };
  await timeOut(event);
  calls[0]?.settle({ runId: "late" });
  await time.advance(0);
  expect((await harness.send(event)).body).toContain("late");
});

test.each([
  ["succeeds", ["late", "second"]],
  ["fails", ["again", "second"]],
])("an element of a batch that %s late is known to the next delivery", async (how, runIds) => {
  const mapping = { match: { path: "l" }, forEach: "l", messageTemplate: "{{item.t}}" };
  const { harness, time, calls, timeOut } = createHeld({
    hooks: { mappings: [mapping] },
    ingress: { dispatchTimeoutMs: 20_000 },
  });
  const event = { ...EVENT, target: "/hooks/l", body: '{"l":[{"t":1},{"t":2}]}' };
  await timeOut(event);
  if (how === "fails") calls.shift()?.fail(new Error("down"));
  else calls.shift()?.settle({ runId: "late" });
  await time.advance(0);
  const second = harness.send(event);
  await time.advance(0);
  if (how === "fails") calls.shift()?.settle({ runId: "again" });
  await time.advance(0);
  calls.shift()?.settle({ runId: "second" });
  const { results } = bodyOf(await second) as { readonly results: readonly { runId: string }[] };
  expect(results.map(({ runId }) => runId)).toEqual(runIds);
});

test("an event that was taken is answered so where its answer cannot be stored, which is tried again", async () => {
  const { harness, time, calls, broken } = createHeld();
  broken.add("complete");
  const first = harness.send(EVENT);
  await time.advance(0);
  calls[0]?.settle({ runId: "first" });
  expect((await first).status).toBe(202);
  expect(harness.warnings).toEqual(["The store of idempotency keys fails: Error: no connection"]);
  await time.advance(1_000);
  broken.clear();
  await time.advance(500);
  expect((await harness.send(EVENT)).body).toContain("first");
  await Promise.all([harness.idle(), time.advance(0)]);
});

test("an answer that cannot be stored while its claim lasts is told, and nothing is tried any more", async () => {
  const { harness, time, calls, broken } = createHeld();
  broken.add("complete");
  void harness.send(EVENT);
  await time.advance(0);
  calls[0]?.settle();
  await time.advance(61_000);
  expect(harness.warnings.at(-1)).toContain("could not be stored under its key");
  expect(time.timersRunning()).toBe(0);
});

test("a server that stops gives up storing", async () => {
  const { harness, time, calls, broken } = createHeld();
  broken.add("complete");
  void harness.send(EVENT);
  await time.advance(0);
  calls[0]?.settle();
  await time.advance(700);
  harness.abort();
  await Promise.all([harness.idle(), time.advance(0)]);
  expect(time.timersRunning()).toBe(0);
});

test("a claim that cannot be released runs out, and nobody is warned of an answer", async () => {
  const { harness, time, calls, broken } = createHeld();
  broken.add("release");
  const first = harness.send(EVENT);
  await time.advance(0);
  calls[0]?.fail(new Error("down"));
  expect((await first).status).toBe(503);
  await time.advance(61_000);
  expect(harness.warnings).toEqual(["The store of idempotency keys fails: Error: no connection"]);
  const second = harness.send(EVENT);
  await time.advance(0);
  calls[1]?.settle();
  expect((await second).status).toBe(202);
});

test("a claim is released where the walk fails", async () => {
  const { harness, time, calls } = createHeld({
    ingress: { dispatchHeaders: [] },
    compile: { transforms: { "t.js": () => ({ message: "x" }) } },
  });
  let fails = true;
  const isGone = () => {
    if (fails) throw new Error("the adapter fails");
    return false;
  };
  expect((await harness.send({ ...EVENT, isGone })).status).toBe(500);
  fails = false;
  const second = harness.send({ ...EVENT, isGone });
  await time.advance(0);
  calls[0]?.settle();
  expect((await second).status).toBe(202);
});

// Outcomes after the sender got a 503, and a store that fails when it gets one.
import { expect, test } from "vitest";
import {
  ANSWER,
  mustClaim,
  request,
} from "../../../../../tools/test-support/idempotency/store-helpers.ts";
import { describeStore } from "../../../../../tools/test-support/idempotency/store-suite.ts";
import { createFakeTime } from "../../../test/ingress/fake-time.ts";
import {
  BEARER,
  bodyOf,
  createHarness,
  type HarnessOptions,
  type SentRequest,
} from "../../../test/ingress/harness.ts";
import type { MappingInput } from "../../authoring/config/config.ts";
import type { Dispatch, DispatchReceipt } from "./dispatch-call.ts";
import { createMemoryStore, type IdempotencyStore } from "./store.ts";

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

test("a late success after a 503 is the answer to the next delivery", async () => {
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

test("a late failure after a 503 lets the next delivery run", async () => {
  const { harness, time, calls, timeOut } = createHeld();
  await timeOut();
  calls[0]?.fail(new Error("down"));
  await time.advance(0);
  const second = harness.send(EVENT);
  await time.advance(0);
  calls[1]?.settle();
  expect((await second).status).toBe(202);
});

test("a dispatch that hangs for more than 15 minutes lets the next delivery run", async () => {
  const { harness, time, calls, timeOut } = createHeld();
  await timeOut();
  await time.advance(960_000);
  const second = harness.send(EVENT);
  await time.advance(0);
  calls[1]?.settle({ runId: "second" });
  expect((await second).status).toBe(202);
  // The first one has lost its claim: its outcome changes nothing, and is reported.
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

test("an accepted event is answered even if its answer cannot be stored, and storing is retried", async () => {
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

test("an answer that cannot be stored while its claim lasts is reported, and retries end", async () => {
  const { harness, time, calls, broken } = createHeld();
  broken.add("complete");
  void harness.send(EVENT);
  await time.advance(0);
  calls[0]?.settle();
  await time.advance(61_000);
  expect(harness.warnings.at(-1)).toContain("could not be stored under its key");
  expect(time.timersRunning()).toBe(0);
});

test("a server that stops does not retry storing", async () => {
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

test("a claim that cannot be released expires, without a warning about an answer", async () => {
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

test("a claim is released if the walk fails", async () => {
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

// Keys of mappings, partly failed batches, and the keys that `dispatch` gets.

const BATCH: MappingInput = {
  match: { path: "list" },
  forEach: "list",
  messageTemplate: "{{item.text}}",
};

function harnessOf(mapping: MappingInput, ingress: HarnessOptions["ingress"] = {}) {
  let runs = 0;
  return createHarness({
    hooks: { mappings: [{ id: "m", ...mapping }] },
    ingress: { randomId: () => `run-${++runs}`, ...ingress },
  });
}

function listOf(...texts: string[]): SentRequest {
  return { target: "/hooks/list", body: JSON.stringify({ list: texts.map((text) => ({ text })) }) };
}

function keyed(request: SentRequest, key = "k"): SentRequest {
  return { ...request, headers: { ...BEARER, "idempotency-key": key } };
}

/** Fails for actions whose text has one of the words, while `words` holds them. */
function failing(words: Set<string>, taken: string[]): Dispatch {
  return (action, { idempotencyKey }) => {
    const text = action.kind === "agent" ? action.untrustedText : action.text;
    if (words.has(text)) throw new Error("down");
    taken.push(`${text} ${idempotencyKey}`);
    return { runId: `r-${text}` };
  };
}

test("dispatchOnce() dispatches one action for each key of a mapping, and replays its answer", async () => {
  const mapping = { match: { path: "t" }, dedupeKey: "t:{{id}}", messageTemplate: "{{text}}" };
  const harness = harnessOf(mapping);
  const first = await harness.send({ target: "/hooks/t", body: '{"id":7,"text":"a"}' });
  const second = await harness.send({ target: "/hooks/t", body: '{"id":7,"text":"b"}' });
  await harness.send({ target: "/hooks/t", body: '{"id":8,"text":"c"}' });
  expect(second.body).toBe(first.body);
  expect(second.headers).toMatchObject({ "idempotent-replayed": "true" });
  expect(harness.dispatched.map(({ context }) => context.idempotencyKey)).toEqual(["t:7", "t:8"]);
  expect(harness.dispatched[0]?.context.idempotencyTtlSeconds).toBe(86_400);
  expect(harness.records[1]).toMatchObject({ dedupe: "replayed", runId: "run-1" });
});

test("dispatchOnce() replays wakes, and stores what is replayed without its mark", async () => {
  const wake = {
    match: { path: "t" },
    action: "wake",
    dedupeKey: "{{id}}",
    textTemplate: "x",
  } as const;
  const harness = harnessOf(wake);
  const event = { target: "/hooks/t", body: '{"id":"a"}' };
  await harness.send(event);
  // The event is a repeat by the key of its mapping, and the first one by the key of its request.
  expect((await harness.send(keyed(event))).headers).toHaveProperty("idempotent-replayed");
  const third = await harness.send(keyed(event));
  expect([third.body, third.headers["idempotent-replayed"]]).toEqual([
    '{"ok":true,"mode":"now"}',
    "true",
  ]);
  expect(harness.dispatched).toHaveLength(1);
});

test("dispatchOnce() has no key if all expressions are empty, and the record says so", async () => {
  const mapping = { match: { path: "t" }, dedupeKey: "t:{{id}}", messageTemplate: "x" };
  const harness = harnessOf(mapping);
  for (const _turn of [1, 2]) await harness.send({ target: "/hooks/t", body: "{}" });
  expect(harness.dispatched).toHaveLength(2);
  expect(harness.records[0]?.detail).toMatch(/^Every expression of dedupeKey is empty/);
  expect(harness.dispatched[0]?.context.idempotencyKey).toBe(undefined);
});

test.each([["a".repeat(257)], ["a\u0007"]])(
  "dispatchOnce() refuses the key %j: 400",
  async (id) => {
    const harness = harnessOf({ match: { path: "t" }, dedupeKey: "{{id}}", messageTemplate: "x" });
    const answer = await harness.send({ target: "/hooks/t", body: JSON.stringify({ id }) });
    expect([answer.status, bodyOf(answer)]).toMatchObject([
      400,
      { code: "invalid_idempotency_key" },
    ]);
  },
);

test("dispatchOnce() forgets the key of an action that failed", async () => {
  const words = new Set(["a"]);
  const taken: string[] = [];
  const mapping = { match: { path: "t" }, dedupeKey: "{{id}}", messageTemplate: "{{id}}" };
  const harness = harnessOf(mapping, { dispatch: failing(words, taken) });
  const event = { target: "/hooks/t", body: '{"id":"a"}' };
  expect((await harness.send(event)).status).toBe(503);
  words.clear();
  expect((await harness.send(event)).status).toBe(202);
  expect(taken).toEqual(["a a"]);
});

test("dispatchOnce() returns previous results for elements of other batches, with their new index", async () => {
  const taken: string[] = [];
  const mapping = { ...BATCH, dedupeKey: "{{item.text}}" };
  const harness = harnessOf(mapping, { dispatch: failing(new Set(), taken) });
  await harness.send(listOf("a", "b"));
  const mixed = await harness.send(listOf("c", "b"));
  expect(bodyOf(mixed)).toEqual({
    ok: true,
    results: [
      { index: 0, ok: true, runId: "r-c" },
      { index: 1, ok: true, runId: "r-b" },
    ],
  });
  expect(mixed.headers).not.toHaveProperty("idempotent-replayed");
  const again = await harness.send(listOf("b", "a"));
  expect(again.headers).toHaveProperty("idempotent-replayed");
  expect(taken).toEqual(["a a", "b b", "c c"]);
  expect(harness.records).toMatchObject([
    { dispatched: 2 },
    { dispatched: 1, repeats: 1 },
    { dispatched: 0, repeats: 2, dedupe: "replayed" },
  ]);
});

test("a batch that failed in part is tried again for what failed alone", async () => {
  const words = new Set(["b"]);
  const taken: string[] = [];
  const harness = harnessOf(BATCH, { dispatch: failing(words, taken) });
  const event = keyed(listOf("a", "b", "c"));
  expect((await harness.send(event)).status).toBe(503);
  words.clear();
  const second = await harness.send(event);
  expect([second.status, bodyOf(second)]).toEqual([
    202,
    {
      ok: true,
      results: ["a", "b", "c"].map((text, index) => ({ index, ok: true, runId: `r-${text}` })),
    },
  ]);
  expect(taken).toEqual(["a k#0", "b k#1", "c k#2"]);
  expect(harness.records[1]).toMatchObject({ dispatched: 2, repeats: 1 });
  // Now it is done as a whole.
  expect((await harness.send(event)).headers).toHaveProperty("idempotent-replayed");
  expect(taken).toHaveLength(3);
});

test("a batch reuses no results of another mapping or body", async () => {
  const memory = createMemoryStore();
  const taken: string[] = [];
  const first = harnessOf(BATCH, { dispatch: failing(new Set(["b"]), taken), idempotency: memory });
  await first.send(keyed(listOf("a", "b")));
  const other = createHarness({
    hooks: { mappings: [{ id: "other", ...BATCH }] },
    ingress: { dispatch: failing(new Set(), taken), idempotency: memory },
  });
  expect((await other.send(keyed(listOf("a", "b")))).status).toBe(202);
  expect(taken).toEqual(["a k#0", "a k#0", "b k#1"]);
});

test("a batch goes on after its time was over, at the next delivery", async () => {
  let now = 0;
  const taken: string[] = [];
  const inner = failing(new Set(), taken);
  const harness = harnessOf(BATCH, {
    clock: () => now,
    dispatch: (action, context) => {
      now += 20_000;
      return inner(action, context);
    },
  });
  const event = keyed(listOf("a", "b", "c"));
  const first = bodyOf(await harness.send(event)) as { readonly results: readonly object[] };
  expect(first.results[2]).toMatchObject({ code: "batch_timeout" });
  const second = bodyOf(await harness.send(event)) as { readonly results: readonly object[] };
  expect(second.results.every((result) => "runId" in result)).toBe(true);
  expect(taken).toEqual(["a k#0", "b k#1", "c k#2"]);
});

test("a batch whose element waits in vain for another delivery is refused as a whole", async () => {
  const time = createFakeTime();
  const memory = createMemoryStore({ clock: time.clock });
  const mapping = { ...BATCH, dedupeKey: "{{item.text}}" };
  const harness = harnessOf(mapping, { idempotency: memory, ...time });
  const keys = [{ key: 'dedupe:["m","b"]', ttlSeconds: 60 }];
  await memory.claim({ scope: "token list", keys, claimSeconds: 60 });
  const sending = harness.send(listOf("a", "b"));
  await time.advance(5_000);
  const answer = await sending;
  expect([answer.status, bodyOf(answer)]).toMatchObject([409, { code: "idempotency_in_progress" }]);
  expect(harness.dispatched).toHaveLength(1);
});

let now = 1_000_000;
const clock = () => now;
const shared = createMemoryStore({ clock });

describeStore("createMemoryStore()", {
  store: () => shared,
  wait: async (milliseconds) => {
    now += milliseconds;
  },
});

test("createMemoryStore() has the clock of the runtime by default", async () => {
  const store = createMemoryStore();
  const asked = request();
  await store.complete(await mustClaim(store, asked), ANSWER);
  expect(await store.claim(asked)).toEqual({ kind: "done", answer: ANSWER });
});

test("createMemoryStore() forgets what finished first if it is full, never a claim", async () => {
  const store = createMemoryStore({ clock, maxEntries: 3 });
  const [inFlight, first, second, third] = [request(), request(), request(), request()] as const;
  await mustClaim(store, inFlight);
  for (const asked of [first, second, third]) {
    await store.complete(await mustClaim(store, asked), ANSWER);
  }
  expect((await store.claim(inFlight)).kind).toBe("busy");
  expect((await store.claim(third)).kind).toBe("done");
  expect((await store.claim(second)).kind).toBe("done");
  expect((await store.claim(first)).kind).toBe("claimed");
});

test("createMemoryStore() throws if claims in flight fill it", async () => {
  const store = createMemoryStore({ clock, maxEntries: 2 });
  const claims = [await mustClaim(store, request()), await mustClaim(store, request())];
  expect(() => store.claim(request())).toThrow("The memory store is full of claims.");
  await store.release(claims[0] as (typeof claims)[number]);
  expect((await store.claim(request())).kind).toBe("claimed");
});

test("createMemoryStore() bounds the bytes of answers", async () => {
  const store = createMemoryStore({ clock, maxBytes: 10_000 });
  const asked = [request(), request(), request()];
  const answer = { ...ANSWER, body: "x".repeat(1_800) };
  for (const one of asked) await store.complete(await mustClaim(store, one), answer);
  const kinds = await Promise.all(asked.map((one) => store.claim(one)));
  expect(kinds.map(({ kind }) => kind)).toEqual(["claimed", "done", "done"]);
});

test("createMemoryStore() keeps nothing of an answer that is larger than all its room", async () => {
  const store = createMemoryStore({ clock, maxBytes: 5_000 });
  const asked = request();
  const claim = await mustClaim(store, asked);
  expect(await store.complete(claim, { ...ANSWER, body: "x".repeat(5_000) })).toBe(true);
  expect((await store.claim(asked)).kind).toBe("claimed");
});

test("createMemoryStore() forgets expired entries, even if nobody asks for them", async () => {
  const store = createMemoryStore({ clock, maxEntries: 4 });
  const stale = [request({ claimSeconds: 1 }), request({ claimSeconds: 1 })];
  for (const one of stale) await mustClaim(store, one);
  const kept = [request(), request()];
  for (const one of kept) await store.complete(await mustClaim(store, one), ANSWER);
  now += 2_000;
  await store.complete(await mustClaim(store, request()), ANSWER);
  await store.complete(await mustClaim(store, request()), ANSWER);
  for (const one of kept) expect((await store.claim(one)).kind).toBe("done");
});

test("createMemoryStore() drops all keys of an expired claim if one of them is asked for", async () => {
  const store = createMemoryStore({ clock, maxEntries: 2 });
  const [first, second] = [request({ claimSeconds: 1 }), request({ claimSeconds: 1 })];
  await mustClaim(store, { ...first, keys: [...first.keys, ...second.keys] });
  now += 2_000;
  await mustClaim(store, first);
  await mustClaim(store, request());
  expect(() => store.claim(request())).toThrow("The memory store is full of claims.");
});

test("createMemoryStore() keeps the newest of many thousand events, and nothing of the others", async () => {
  const store = createMemoryStore({ clock, maxEntries: 100 });
  const asked = Array.from({ length: 5_000 }, () => request());
  for (const one of asked) await store.complete(await mustClaim(store, one), ANSWER);
  for (const one of asked.slice(-50)) expect((await store.claim(one)).kind).toBe("done");
  for (const one of asked.slice(0, 50)) expect((await store.claim(one)).kind).toBe("claimed");
});

test("createMemoryStore() keeps progress that is claimed again when it makes room", async () => {
  const store = createMemoryStore({ clock, maxEntries: 2 });
  const inPart = request();
  await store.release(await mustClaim(store, inPart), "half");
  const claim = await mustClaim(store, inPart);
  for (const one of [request(), request()]) {
    await store.complete(await mustClaim(store, one), ANSWER);
  }
  await store.release(claim, "more");
  expect(await store.claim(inPart)).toMatchObject({ kind: "claimed", progress: "more" });
});

// Keys of mappings, batches that failed in part, and what `dispatch` is told of keys.
import { expect, test } from "vitest";
import { createFakeTime } from "../../test/ingress/fake-time.ts";
import {
  BEARER,
  bodyOf,
  createHarness,
  type HarnessOptions,
  type SentRequest,
} from "../../test/ingress/harness.ts";
import type { MappingInput } from "../config/config.ts";
import type { Dispatch } from "./dispatch-port.ts";
import { createMemoryStore } from "./memory-store.ts";

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

test("dispatchOnce() has no key where all expressions are empty, and the record says so", async () => {
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

test("dispatchOnce() gives elements of other batches the results of before, by their place now", async () => {
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

test("a batch takes nothing from a store that belongs to another mapping or body", async () => {
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

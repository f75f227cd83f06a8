import { expect, test } from "vitest";
import type { MappingInput } from "../../src/authoring/config/config.ts";
import { createMemoryStore, type IdempotencyStore } from "../../src/serving/ingress/store.ts";
import { BEARER, bodyOf, createHarness, type HarnessOptions } from "./harness.ts";

const at = (id: string, more: MappingInput = {}): MappingInput => ({
  id,
  match: { path: "order" },
  messageTemplate: `${id} {{id}}`,
  continue: true,
  ...more,
});

const wake = (id: string): MappingInput => ({
  id,
  match: { path: "order" },
  action: "wake",
  textTemplate: id,
});

const event = { target: "/hooks/order", body: '{"id":7}' };
const keyed = { ...event, headers: { ...BEARER, "idempotency-key": "k" } };

function harnessOf(mappings: readonly MappingInput[], ingress: HarnessOptions["ingress"] = {}) {
  return createHarness({ hooks: { mappings }, ingress });
}

/** A dispatch that fails for the mappings that are named, and what it was called for. */
function failing(...names: string[]) {
  const fails = new Set(names);
  const calls: string[] = [];
  const dispatch: NonNullable<HarnessOptions["ingress"]>["dispatch"] = (_action, context) => {
    const { mappingId = "", index } = context;
    const call = index === undefined ? mappingId : `${mappingId}[${index}]`;
    calls.push(call);
    if (fails.has(call)) throw new Error("no room");
    return { runId: `run-${call}` };
  };
  return { fails, calls, dispatch };
}

test("an event of several mappings has the answer of a batch, and each action its mapping", async () => {
  const harness = harnessOf([at("a"), wake("b")]);
  const answer = await harness.send(event);
  expect(answer.status).toBe(202);
  expect(bodyOf(answer)).toEqual({
    ok: true,
    results: [
      { index: 0, ok: true, runId: expect.any(String) },
      { index: 1, ok: true, mode: "now" },
    ],
  });
  expect(harness.dispatched.map(({ context: { mappingId, index } }) => [mappingId, index])).toEqual(
    [
      ["a", undefined],
      ["b", undefined],
    ],
  );
  expect(harness.records).toMatchObject([
    { outcome: "batch", mappingId: "a", mappingIds: ["a", "b"], dispatched: 2, refused: 0 },
  ]);
});

test("the record of an event of one mapping names no others", async () => {
  const harness = harnessOf([at("a")]);
  expect(bodyOf(await harness.send(event))).toEqual({ ok: true, runId: expect.any(String) });
  expect(harness.records[0]).not.toHaveProperty("mappingIds");
});

test("what a mapping refuses is the error of its element, and the record names the mapping", async () => {
  const harness = harnessOf([at("a", { sessionKey: "{{missing}}" }), at("b")]);
  const answer = await harness.send(event);
  expect(answer.status).toBe(202);
  expect(bodyOf(answer)).toMatchObject({
    results: [
      { index: 0, ok: false, code: "session_key_refused" },
      { index: 1, ok: true },
    ],
  });
  expect(harness.records[0]?.detail).toMatch(/^The mapping "a" is refused \(session_key_refused\)/);
  expect(harness.records[0]).toMatchObject({ dispatched: 1, refused: 1 });
});

test("the first match decides what the sender gets, also for the others", async () => {
  const harness = harnessOf([
    at("a", { respond: { status: 201, text: "taken" } }),
    at("b", { respond: { status: 200, text: "not this" } }),
  ]);
  expect(await harness.send(event)).toMatchObject({ status: 201, body: "taken" });
});

test("a mapping that the gateway does not accept keeps no other from its event", async () => {
  const { fails, calls, dispatch } = failing("a");
  const harness = harnessOf([at("a"), at("b")], { dispatch });
  const refused = await harness.send(keyed);
  expect([refused.status, bodyOf(refused)]).toMatchObject([503, { code: "dispatch_failed" }]);
  expect(calls).toEqual(["a", "b"]);
  fails.clear();
  const answer = await harness.send(keyed);
  expect(answer.status).toBe(202);
  expect(bodyOf(answer)).toMatchObject({
    results: [
      { index: 0, runId: "run-a" },
      { index: 1, runId: "run-b" },
    ],
  });
  expect(calls).toEqual(["a", "b", "a"]);
  expect(harness.records[1]).toMatchObject({ dispatched: 1, repeats: 1 });
  expect(await harness.send(keyed)).toMatchObject({ headers: { "idempotent-replayed": "true" } });
  expect(calls).toHaveLength(3);
});

test("a retry under another order of the mappings runs nothing twice", async () => {
  const store = createMemoryStore();
  const { fails, calls, dispatch } = failing("b");
  const lines = at("lines", { forEach: "lines" });
  const body = '{"id":7,"lines":[1,2]}';
  const sent = { ...keyed, body };
  const before = harnessOf([at("a"), lines, at("b")], { dispatch, idempotency: store });
  expect((await before.send(sent)).status).toBe(503);
  expect(calls.splice(0)).toEqual(["a", "lines[0]", "lines[1]", "b"]);
  fails.clear();
  const after = harnessOf([at("b"), lines, at("new"), at("a")], { dispatch, idempotency: store });
  const answer = await after.send(sent);
  expect(bodyOf(answer)).toMatchObject({
    results: [
      { index: 0, runId: "run-b" },
      { index: 1, runId: "run-lines[0]" },
      { index: 2, runId: "run-lines[1]" },
      { index: 3, runId: "run-new" },
      { index: 4, runId: "run-a" },
    ],
  });
  expect(calls).toEqual(["b", "new"]);
});

test("a retry that only reaches a mapping that was accepted gets its answer", async () => {
  const store = createMemoryStore();
  const { calls, dispatch } = failing("b");
  const before = harnessOf([at("a"), at("b")], { dispatch, idempotency: store });
  expect((await before.send(keyed)).status).toBe(503);
  const after = harnessOf([at("a", { continue: false }), at("b")], {
    dispatch,
    idempotency: store,
  });
  const answer = await after.send(keyed);
  expect(answer).toMatchObject({ status: 202, headers: { "idempotent-replayed": "true" } });
  expect(bodyOf(answer)).toEqual({ ok: true, runId: "run-a" });
  expect(calls).toEqual(["a", "b"]);
  expect(await after.send(keyed)).toMatchObject({ status: 202 });
  expect(calls).toEqual(["a", "b"]);
});

test("progress that an earlier version stored for one mapping is still known", async () => {
  const { calls, dispatch } = failing("lines[1]");
  const stored: string[] = [];
  const memory = createMemoryStore();
  const store: IdempotencyStore = {
    ...memory,
    release: (claim, progress) => {
      if (progress !== undefined) stored.push(progress);
      return memory.release(claim, progress);
    },
  };
  const lines = at("lines", { forEach: "lines", continue: false });
  const harness = harnessOf([lines], { dispatch, idempotency: store });
  const sent = { ...keyed, body: '{"id":7,"lines":[1,2]}' };
  expect((await harness.send(sent)).status).toBe(503);
  expect(JSON.parse(stored[0] as string)).toEqual({
    mappingId: "lines",
    body: expect.any(Number),
    results: [{ index: 0, ok: true, runId: "run-lines[0]" }],
  });
  const after = harnessOf([at("a"), lines], { dispatch, idempotency: store });
  await after.send(sent);
  expect(calls).toEqual(["lines[0]", "lines[1]", "a", "lines[1]"]);
});

test("the keys of actions have the mapping's id, so that they do not depend on the order", async () => {
  const keysOf = async (mappings: readonly MappingInput[]) => {
    const harness = harnessOf(mappings);
    await harness.send({ ...keyed, body: '{"id":7,"lines":[1]}' });
    return harness.dispatched.map(({ context }) => context.idempotencyKey).sort();
  };
  const lines = at("lines", { forEach: { path: "lines" } });
  const both = [at("a"), { ...lines, forEach: "lines" }, at("c", { dedupeKey: "c:{{id}}" })];
  expect(await keysOf(both)).toEqual(["c:7##c", "k##a", "k##lines"]);
  expect(await keysOf(both.toReversed())).toEqual(["c:7##c", "k##a", "k##lines"]);
});

test("two mappings that render the same dedupeKey are two actions", async () => {
  const dedupeKey = "order:{{id}}";
  const harness = harnessOf([at("a", { dedupeKey }), at("b", { dedupeKey })]);
  await harness.send(event);
  expect(harness.dispatched.map(({ context }) => context.idempotencyKey)).toEqual([
    "order:7##a",
    "order:7##b",
  ]);
});

test("elements of a list of one of several mappings have their index and its id as key", async () => {
  const harness = harnessOf([at("a"), at("lines", { forEach: "lines" })]);
  await harness.send({ ...keyed, body: '{"lines":[1,2]}' });
  expect(
    harness.dispatched.map(({ context: { idempotencyKey, index } }) => [idempotencyKey, index]),
  ).toEqual([
    ["k##a", undefined],
    ["k#0#lines", 0],
    ["k#1#lines", 1],
  ]);
});

test("each mapping recognizes repeats by its own dedupeKey", async () => {
  const harness = harnessOf([at("a", { dedupeKey: "a:{{id}}" }), at("b")]);
  expect(bodyOf(await harness.send(event))).toMatchObject({
    results: [{ ok: true }, { ok: true }],
  });
  const again = bodyOf(await harness.send(event)) as { results: readonly { runId: string }[] };
  expect(harness.dispatched.map(({ context }) => context.mappingId)).toEqual(["a", "b", "b"]);
  expect(again.results[0]?.runId).toBe(harness.dispatched[0]?.context.runId);
  expect(harness.records[1]).toMatchObject({ dispatched: 1, repeats: 1 });
});

test("an answer under the dedupeKey of one mapping is not that of another", async () => {
  const first = at("a", { match: { path: "order", source: "x" }, respond: { text: "of a" } });
  const harness = harnessOf([first, at("b", { dedupeKey: "b:{{id}}" })]);
  const both = { ...event, body: '{"id":7,"source":"x"}' };
  expect((await harness.send(both)).body).toBe("of a");
  expect(bodyOf(await harness.send(event))).toMatchObject({ ok: true, runId: expect.any(String) });
});

test("the rate limit of a mapping is the error of its elements, and the others get the event", async () => {
  const rateLimit = { events: 1, perSeconds: 60, burst: 1 };
  const harness = harnessOf([at("a", { rateLimit }), at("b")]);
  expect((await harness.send(event)).status).toBe(202);
  const second = await harness.send(event);
  expect(second.status).toBe(202);
  expect(bodyOf(second)).toMatchObject({
    results: [
      { index: 0, ok: false, code: "rate_limited" },
      { index: 1, ok: true },
    ],
  });
  expect(harness.dispatched.map(({ context }) => context.mappingId)).toEqual(["a", "b", "b"]);
});

test("an event that every mapping has too many of is a 429 with the time to wait", async () => {
  const rateLimit = { events: 1, perSeconds: 60, burst: 1 };
  const harness = harnessOf([at("a", { rateLimit }), at("b", { rateLimit })]);
  await harness.send(event);
  const answer = await harness.send(event);
  expect(answer).toMatchObject({ status: 429, headers: { "retry-after": "60" } });
  expect(harness.dispatched).toHaveLength(2);
});

test("the rate of a mapping is not counted again for what a retry does not run again", async () => {
  const rateLimit = { events: 1, perSeconds: 60, burst: 1 };
  const { fails, calls, dispatch } = failing("b");
  const harness = harnessOf([at("a", { rateLimit }), at("b")], { dispatch });
  expect((await harness.send(keyed)).status).toBe(503);
  fails.clear();
  expect(bodyOf(await harness.send(keyed))).toMatchObject({
    results: [
      { index: 0, runId: "run-a" },
      { index: 1, runId: "run-b" },
    ],
  });
  expect(calls).toEqual(["a", "b", "b"]);
});

test("more than 200 actions of all mappings are a 413, and none is dispatched", async () => {
  const lines = Array.from({ length: 120 }, (_, n) => n);
  const harness = harnessOf([at("a", { forEach: "lines" }), at("b", { forEach: "lines" })]);
  const answer = await harness.send({ ...event, body: JSON.stringify({ lines }) });
  expect([answer.status, bodyOf(answer)]).toMatchObject([413, { code: "batch_too_large" }]);
  expect(harness.dispatched).toEqual([]);
});

test("an event that every mapping skips is a 204", async () => {
  const skip = { match: { path: "order" }, skip: true };
  const harness = harnessOf([
    { id: "a", ...skip, continue: true },
    { id: "b", ...skip },
  ]);
  expect(await harness.send(event)).toMatchObject({ status: 204 });
});

test("a sender that disconnects causes no dispatch of the mappings that are left", async () => {
  const { calls, dispatch } = failing();
  let isGone = false;
  const harness = harnessOf([at("a"), at("b")], {
    dispatch: (action, context) => {
      isGone = true;
      return dispatch?.(action, context);
    },
  });
  await harness.send({ ...event, isGone: () => isGone });
  expect(calls).toEqual(["a"]);
  expect(harness.records).toMatchObject([{ code: "client_closed" }]);
});

import { expect, test } from "vitest";
import { createFakeTime } from "../../../test/ingress/fake-time.ts";
import {
  BEARER,
  bodyOf,
  createHarness,
  type HarnessOptions,
  TOKEN,
} from "../../../test/ingress/harness.ts";
import type { MappingInput } from "../../authoring/config/config.ts";
import type { Dispatch, DispatchContext } from "./dispatch-call.ts";
import { DispatchCall } from "./dispatch-call.ts";
import { createArrival, createProved } from "./phases.ts";

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

test("dispatchBatch() dispatches in order and says of each element what became of it", async () => {
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
  expect(harness.dispatched.map(({ context }) => context.mappingId)).toEqual(["each", "each"]);
  expect(harness.records).toMatchObject([
    { status: 202, mappingId: "each", dispatched: 2, refused: 1, skipped: 0 },
  ]);
});

test("dispatchBatch() answers 200 where all elements are wakes", async () => {
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

test("dispatchBatch() is not asked for more than 200 elements, which are a 413", async () => {
  const harness = batch({ messageTemplate: "{{item.text}}" });
  const answer = await send(harness, JSON.stringify({ list: LONG_LIST }));
  expect([answer.status, bodyOf(answer)]).toMatchObject([413, { code: "batch_too_large" }]);
  expect(harness.dispatched).toEqual([]);
});

const LONG_LIST = Array.from({ length: 203 }, () => ({ text: "x" }));

test("dispatchBatch() reports elements beyond 200 as skipped, where the mapping takes the first", async () => {
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
  error: "The time for this batch was over before the gateway took this element.",
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

test("dispatchBatch() tells dispatch the place of each element in the list", async () => {
  const harness = batch({ messageTemplate: "{{item.text}}" });
  await send(harness);
  expect(harness.dispatched.map(({ context }) => context.index)).toEqual([0, 2]);
});

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

test("dispatchBatch() answers 503 where nothing was dispatched in time", async () => {
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

test("dispatchBatch() stops with 503 where one element takes longer than a dispatch may", async () => {
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
  return new DispatchCall(FACTS, identified, { randomId, dispatchHeaders: [] });
}

const mappings = [{ id: "build", match: { path: "ci" }, messageTemplate: "{{job}}" }];
const bearer = { authorization: `Bearer ${TOKEN}` };

test("DispatchCall holds what dispatch is told", async () => {
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

test("DispatchCall gives undefined for what the request does not have", async () => {
  const harness = createHarness();
  await harness.send();
  const context = harness.dispatched[0]?.context;
  expect([
    context?.idempotencyKey,
    context?.idempotencyTtlSeconds,
    context?.deliveryId,
    context?.deliveryIdFrom,
    context?.mappingId,
    context?.context,
  ]).toEqual(Array(6).fill(undefined));
  expect([context?.name, context?.headers]).toEqual(["wake", {}]);
});

test("DispatchCall names the fields that hold text from outside, also of the elements of a batch", async () => {
  const each = { id: "each", match: { path: "each" }, forEach: "list", messageTemplate: "x" };
  const harness = createHarness({
    hooks: { mappings: [...mappings, { ...each, name: "{{item.name}}" }] },
  });
  await harness.send({ target: "/hooks/ci", headers: bearer, body: '{"job":"tests"}' });
  await harness.send({
    target: "/hooks/each",
    headers: bearer,
    body: '{"list":[{"name":"n"},{}]}',
  });
  await harness.send({ target: "/hooks/agent", headers: bearer, body: '{"message":"x","to":"y"}' });
  await harness.send();
  expect(harness.dispatched.map(({ context }) => context.taintedFields)).toEqual([
    [],
    ["name"],
    [],
    ["to"],
    [],
  ]);
});

test("DispatchCall hands on the headers that are listed, and none that carries a secret", async () => {
  const dispatchHeaders = ["X-Trace", "Authorization", "x-gateway-token", "x-own", "Cookie"];
  const harness = createHarness({ ingress: { dispatchHeaders, tokenHeaders: ["X-Own"] } });
  await harness.send({
    headers: { ...bearer, "x-trace": "t", "x-gateway-token": "s", "x-own": "s", cookie: "s" },
  });
  expect(harness.dispatched[0]?.context.headers).toEqual({ "x-trace": "t" });
});

test.each([["a".repeat(257)], ["a\tb"]])(
  "readIdempotencyKey() refuses a key that cannot be kept, before the body is read: %j",
  async (key) => {
    const harness = createHarness();
    const answer = await harness.send({ headers: { ...bearer, "idempotency-key": key } });
    expect([answer.status, bodyOf(answer)]).toMatchObject([
      400,
      { ok: false, code: "invalid_idempotency_key" },
    ]);
    expect([harness.bodyReads, harness.dispatched]).toEqual([[], []]);
  },
);

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

test("DispatchCall gives one signal, a real one, that fetch takes", () => {
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

test("DispatchCall gives an aborted signal where the abort came first, with the first code", () => {
  const call = createCall(() => "run-1");
  expect(DispatchCall.abortCodeOf(call)).toBe(undefined);
  DispatchCall.abort(call, "client_closed");
  DispatchCall.abort(call, "dispatch_timeout");
  expect(DispatchCall.abortCodeOf(call)).toBe("client_closed");
  expect(() => call.signal.throwIfAborted()).toThrow("The dispatch was aborted: client_closed.");
});

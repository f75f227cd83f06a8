import { expect, test } from "vitest";
import { bodyOf, createHarness, TOKEN } from "../../test/ingress/harness.ts";
import { DispatchCall } from "./dispatch-call.ts";
import { createContext } from "./request-context.ts";

const FACTS = { mappingId: "ci", index: 3, taintedFields: [] };

function createCall(randomId: () => string): DispatchCall {
  const request = {
    method: "POST",
    target: "/hooks/ci",
    headers: {},
    remoteAddress: undefined,
    readBody: async () => ({ kind: "gone" }) as const,
    isGone: () => false,
  };
  const context = createContext(
    request,
    { name: "ci", query: "" },
    { hideSecrets: (text) => text, endpoint: () => undefined },
  );
  return new DispatchCall(FACTS, context, { randomId, dispatchHeaders: [] });
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

test("DispatchCall tells the elements of a batch apart by their index", async () => {
  const each = {
    id: "each",
    match: { path: "ci" },
    forEach: "list",
    messageTemplate: "{{list[0].t}}",
  };
  const harness = createHarness({ hooks: { mappings: [each] } });
  await harness.send({
    target: "/hooks/ci",
    headers: { ...bearer, "x-github-delivery": "d-1" },
    body: '{"list":[{"t":"a"},{"t":"b"}]}',
  });
  expect(harness.dispatched.map(({ context }) => [context.deliveryId, context.index])).toEqual([
    ["d-1", 0],
    ["d-1", 1],
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

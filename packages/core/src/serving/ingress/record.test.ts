import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import {
  BEARER,
  createHarness,
  type HarnessOptions,
  type SentRequest,
  TOKEN,
} from "../../../test/ingress/harness.ts";
import type { HooksInput } from "../../authoring/config/config.ts";
import type { RequestRecord, TracedRequest, Tracing } from "./record.ts";

const mappings = [
  { id: "build", match: { path: "ci" }, messageTemplate: "{{job}}", sessionKey: "{{key}}" },
  { id: "pushes", match: { path: "push", query: { x: "1" } }, messageTemplate: "{{job}}" },
  { id: "wrong", match: { path: "wrong" }, transform: { module: "wrong.js" } },
];
const transforms = {
  "wrong.js": ({ payload }: { payload: object }) => ({ deliver: payload as unknown as boolean }),
};

test("createRecord() has the outcome of a request", async () => {
  const times = [1_000, 1_002, 1_005, 1_012];
  const harness = createHarness({
    ingress: { clock: () => times.shift() ?? 0, randomId: () => "run-1" },
  });
  const body = '{"message":"do it"}';
  await harness.send({ target: "/hooks/agent", body, headers: BEARER });
  expect(harness.records).toEqual([
    {
      requestId: "run-1-1",
      receivedAt: 1_000,
      durationMs: 12,
      readMs: 2,
      resolveMs: 3,
      dispatchMs: 7,
      method: "POST",
      name: "agent",
      route: "agent",
      status: 202,
      answerBytes: 27,
      remoteAddress: "192.0.2.1",
      credential: "bearer",
      bodyBytes: body.length,
      outcome: "action",
      action: "agent",
      runId: "run-1",
    },
  ]);
});

test("createRecord() names what the event came to, and says why in a detail", async () => {
  const hooks = {
    mappings: [
      ...mappings,
      { id: "skip", match: { path: "skip" }, skip: true },
      { id: "each", match: { path: "each" }, forEach: "list", messageTemplate: "{{item.a}}" },
    ],
  };
  const harness = createHarness({ hooks, compile: { transforms } });
  await harness.send({ target: "/hooks/unknown" });
  await harness.send({ target: "/hooks/push", body: "{}" });
  await harness.send({ target: "/hooks/skip", body: "{}" });
  await harness.send({ target: "/hooks/each", body: "{}" });
  await harness.send({ target: "/hooks/ci", body: '{"job":1,"key":""}' });
  await harness.send({ target: "/hooks/wake", body: '{"text":5}' });
  await harness.send({ target: "/hooks/ci", body: '{"job":1,"key":"k"}' });
  const reported = harness.records.map(({ outcome, code, detail }) => [outcome, code, detail]);
  expect(reported).toEqual([
    [undefined, "not_found", undefined],
    [
      "unmatched",
      "not_found",
      'The nearest mapping is "pushes": its match.query.x wants "1", and the event has none.',
    ],
    ["skipped", undefined, undefined],
    ["handled", undefined, undefined],
    [
      "refused",
      "session_key_refused",
      '"sessionKey" of mapping "build" is "{{key}}". Every expression of it is empty for this event.',
    ],
    ["refused", "invalid_payload", '"text" must be a string, not a number.'],
    ["action", undefined, 'The session key does not begin with "hook:", so this prefix was added.'],
  ]);
});

test("createRecord() names the mapping that came nearest, and its first clause that failed", async () => {
  const harness = createHarness({ hooks: { mappings }, compile: { transforms } });
  await harness.send({ target: "/hooks/push", body: "{}" });
  await harness.send({ target: "/hooks/push?x=1", body: "{}" });
  expect(harness.records.map(({ nearest }) => nearest)).toEqual([
    { mappingId: "pushes", clause: "match.query.x" },
    undefined,
  ]);
});

const SECRET = "secret-of-the-signed-hooks";

const signed = [
  { match: { path: "github" }, auth: { provider: "github", secret: SECRET }, messageTemplate: "x" },
  {
    match: { path: "own" },
    auth: {
      scheme: "hmac",
      secret: SECRET,
      signature: { header: "x-own" },
      id: { json: "event.number" },
    },
    messageTemplate: "x",
  },
  { match: { path: "twice" }, dedupeKey: "{{headers.x-key}}", messageTemplate: "x" },
] as HooksInput["mappings"];

function sign(body: string): Readonly<Record<string, string>> {
  return { "x-own": createHmac("sha256", SECRET).update(body).digest("hex") };
}

const NUMBERED = '{"event":{"number":7}}';
const STRIPE = '{"id":"evt_1","object":"event"}';

test.each<[string, SentRequest, object]>([
  [
    "that a known provider sends in a header",
    { target: "/hooks/twice", headers: { ...BEARER, "x-github-delivery": "d-1" } },
    { status: 202, deliveryId: "d-1" },
  ],
  [
    "that a known provider sends in the body",
    { target: "/hooks/twice", headers: BEARER, body: STRIPE },
    { status: 202, deliveryId: "evt_1" },
  ],
  [
    "that the auth of the route names",
    { target: "/hooks/own", headers: sign(NUMBERED), body: NUMBERED },
    { status: 202, deliveryId: "7" },
  ],
  [
    "of a request whose body is refused",
    { target: "/hooks/twice", headers: { ...BEARER, "x-github-delivery": "d-2" }, body: "{" },
    { status: 400, deliveryId: "d-2" },
  ],
  [
    "of a request whose signature is wrong, without reading its body",
    { target: "/hooks/github", headers: { "x-github-delivery": "d-3" }, body: STRIPE },
    { status: 401, deliveryId: "d-3" },
  ],
  [
    "without secrets",
    { target: "/hooks/twice", headers: { ...BEARER, "idempotency-key": `a ${TOKEN}` } },
    { status: 202, deliveryId: "a ***" },
  ],
])("createRecord() has the sender's id of a delivery %s", async (_, request, record) => {
  const harness = createHarness({ hooks: { mappings: signed } });
  await harness.send({ body: "{}", ...request });
  expect(harness.records).toMatchObject([record]);
  const { deliveryId } = harness.records[0] as RequestRecord;
  for (const { context } of harness.dispatched) expect(context.deliveryId).toBe(deliveryId);
});

test("createRecord() has the id of the request that its dispatch got, and makes one for each request", async () => {
  const read: string[] = [];
  const harness = createHarness({
    hooks: { mappings: signed },
    ingress: {
      randomId: () => "random",
      dispatch: async (_action, context) => {
        read.push(context.requestId, context.requestId);
      },
    },
  });
  const twice = { target: "/hooks/twice", body: "{}" };
  await harness.send(twice);
  await harness.send({ target: "/hooks/own", headers: {} });
  await harness.send({ ...twice, headers: { ...BEARER, "x-request-id": "r-1" } });
  await harness.send({ target: "/hooks/own", headers: sign("{}"), body: "{}" });
  expect(read).toEqual(["random-1", "random-1", "r-1", "r-1", "random-3", "random-3"]);
  const ids = harness.records.map(({ requestId }) => requestId);
  expect(ids).toEqual(["random-1", "random-2", "r-1", "random-3"]);
});

test("createRecord() counts the empty expressions of a text, and sums them for a batch", async () => {
  const mapping = { match: { path: "ci" }, messageTemplate: "a{{item.a}}b{{item.b}}" };
  const each = { ...mapping, forEach: "list", sessionKey: "{{item.key}}" };
  const harness = createHarness({ hooks: { mappings: [each] } });
  const send = (list: readonly object[]) =>
    harness.send({ target: "/hooks/ci", body: JSON.stringify({ list }) });
  await send([{ key: "x" }, { key: "y" }, {}, { key: "\n" }, { key: "hook:z", a: 1 }]);
  await send([{ key: "hook:z", a: 1 }]);
  const [first, second] = harness.records;
  expect(first).toMatchObject({ outcome: "batch", emptyExpressions: 4, dispatched: 3, refused: 2 });
  expect(first?.detail).toBe(
    'Element 2 is refused (session_key_refused): "sessionKey" of mapping "mapping-1" is "{{item.key}}". Every expression of it is empty for this event. The session key does not begin with "hook:", so this prefix was added.',
  );
  expect(second).not.toHaveProperty("emptyExpressions");
  expect(second).not.toHaveProperty("detail");
  const alone = createHarness({ hooks: { mappings: [{ ...mapping, forEach: undefined }] } });
  await alone.send({ target: "/hooks/ci", body: "{}" });
  expect(alone.records[0]).toMatchObject({ outcome: "action", emptyExpressions: 2 });
});

test("createRecord() says how the token came", async () => {
  const harness = createHarness();
  await harness.send();
  await harness.send({ headers: { "x-gateway-token": TOKEN } });
  await harness.send({ headers: {}, target: `/hooks/wake?token=${TOKEN}` });
  await harness.send({ headers: {} });
  const credentials = harness.records.map(({ credential }) => credential);
  expect(credentials).toEqual(["bearer", "header", "query", undefined]);
});

test("createRecord() reduces names to one line of at most 128 characters", async () => {
  const harness = createHarness();
  await harness.send({ target: `/hooks/a\u2028b${"x".repeat(200)}`, headers: {} });
  expect(harness.records[0]?.name).toBe(`a b${"x".repeat(125)}`);
});

test("createRecord() hides the token in the name of a refused request", async () => {
  const harness = createHarness();
  const encoded = TOKEN.replaceAll("-", "%2D");
  for (const name of [TOKEN, `x/${encoded}/y`, `${"x".repeat(120)}${TOKEN}`]) {
    expect((await harness.send({ target: `/hooks/${name}`, headers: {} })).status).toBe(401);
    await harness.send({ target: `/hooks/${name}`, method: "GET" });
    await harness.send({ target: `/hooks/${name}?token=${TOKEN}`, headers: {} });
  }
  expect(harness.records.map(({ name }) => name).slice(0, 4)).toEqual([
    "***",
    "***",
    "***",
    "x/***/y",
  ]);
  expect(JSON.stringify(harness.records)).not.toMatch(/the-token|%2D/);
});

test("createRecord() hides the token in a detail, even if its end would be cut off", async () => {
  const messages = [`GET http://gateway/?token=${TOKEN}`, `${"x".repeat(480)} ${TOKEN}`];
  for (const message of messages) {
    const dispatch = () => Promise.reject(new Error(message));
    const harness = createHarness({ ingress: { dispatch } });
    expect((await harness.send()).status).toBe(503);
    expect(harness.records[0]?.detail).toContain("***");
    expect(harness.records[0]?.detail).not.toContain("the-tok");
  }
});

test("createRecord() keeps the names of built-in routes, even if a short token equals one", async () => {
  const harness = createHarness({ hooks: { token: "wake" } });
  expect((await harness.send({ headers: { authorization: "Bearer wake" } })).status).toBe(200);
  expect(harness.records[0]?.name).toBe("wake");
});

/** Every request holds this, in the body and in the query. */
const VALUE = "value-of-a-payload";

const requests = {
  405: { method: "GET" },
  401: { headers: { authorization: `Bearer ${VALUE}` } },
  404: { target: `/hooks/unknown?x=${VALUE}` },
  413: { body: { kind: "too-large" } },
  408: { body: { kind: "timeout" } },
  499: { body: { kind: "gone" } },
  400: { target: `/hooks/wake?x=${VALUE}`, body: `{"text":"","mode":"${VALUE}"}` },
  "400 bad JSON": { body: `{"${VALUE}` },
  "400 session key": { target: "/hooks/ci", body: `{"job":"${VALUE}","key":"${VALUE}\\u200b"}` },
  "404 known name": { target: `/hooks/push?x=${VALUE}`, body: `{"job":"${VALUE}"}` },
  415: { headers: { ...BEARER, "content-encoding": VALUE } },
  500: { target: "/hooks/wrong", body: `{"a":"${VALUE}"}` },
  200: { body: `{"text":"${VALUE}"}` },
  202: { target: "/hooks/agent", body: `{"message":"${VALUE}","name":"${VALUE}"}` },
} as const;

test.each(Object.entries(requests))(
  "answerRequest() makes one record of a %s, without values and secrets",
  async (title, request) => {
    const harness = createHarness({ hooks: { mappings }, compile: { transforms } });
    const answer = await harness.send(request);
    const status = Number(title.slice(0, 3));
    expect(answer.status).toBe(status);
    expect(harness.records).toHaveLength(1);
    expect(harness.records[0]).toMatchObject({ status });
    expect(harness.records[0]?.code !== undefined).toBe(status >= 400);
    const reported = `${JSON.stringify(harness.records)}${answer.body}${harness.warnings}`;
    expect(reported).not.toContain(VALUE);
    expect(reported).not.toContain(TOKEN);
  },
);

const hook = { match: { path: "known" }, messageTemplate: "x" } as const;

test("createRecord() names the route that the config has, and one other for all that it has not", async () => {
  const harness = createHarness({ hooks: { mappings: [hook, { messageTemplate: "any" }] } });
  for (const name of ["wake", "known", "known/", "any", "", `known/${TOKEN}`]) {
    await harness.send({ target: `/hooks/${name}` });
  }
  expect(harness.records.map(({ route }) => route)).toEqual([
    "wake",
    "known",
    "known",
    "other",
    "other",
    "other",
  ]);
});

test("createRecord() names the provider of the route, even if the sender is refused", async () => {
  const auth = { provider: "gitlab", token: "the-token-of-the-route" };
  const harness = createHarness({ hooks: { mappings: [{ ...hook, auth }] } });
  const target = "/hooks/known";
  await harness.send({ target, headers: {} });
  await harness.send({ target, headers: { "x-gitlab-token": auth.token } });
  await harness.send();
  expect(harness.records.map(({ provider, status }) => [provider, status])).toEqual([
    ["gitlab", 401],
    ["gitlab", 202],
    [undefined, 200],
  ]);
});

test("createRecord() measures the stages that a request came to", async () => {
  const times = [0, 10];
  const harness = createHarness({ ingress: { clock: () => times.shift() ?? 20 } });
  await harness.send({ headers: {} });
  times.push(30, 33, 37);
  await harness.send({ body: "{}" });
  const { readMs, resolveMs, dispatchMs, durationMs } = harness.records[1] ?? {};
  expect([readMs, resolveMs, dispatchMs, durationMs]).toEqual([3, 4, undefined, -10]);
  expect(harness.records[0]).not.toHaveProperty("readMs");
});

test("createRecord() counts the bytes of the answer as they are sent", async () => {
  const harness = createHarness();
  const body = JSON.stringify({ text: "x", "ä€𝕏": 1 });
  const answer = await harness.send({ body });
  expect(answer.body).toContain("ä€𝕏");
  expect(harness.records[0]?.answerBytes).toBe(Buffer.byteLength(answer.body));
});

const mappingsOfTraceRequest = [
  { id: "push", match: { path: "ci" }, messageTemplate: "x" },
  {
    id: "signed",
    match: { path: "gl" },
    messageTemplate: "x",
    auth: { provider: "gitlab", token: "the-token-of-the-route" },
  },
  { id: "open", match: { path: "open" }, messageTemplate: "x", auth: "none" as const },
];

function create(options: HarnessOptions["ingress"] = {}) {
  const started: TracedRequest[] = [];
  const reported: unknown[] = [];
  const tracing: Tracing = {
    start: (request) => {
      started.push(request);
      return {
        dispatch: (labels, run) => {
          reported.push(labels);
          return run();
        },
        end: ({ status, route }) => void reported.push([status, route]),
      };
    },
  };
  const harness = createHarness({
    hooks: { mappings: mappingsOfTraceRequest },
    ingress: { tracing, clock: () => 5, ...options },
  });
  return { harness, started, reported };
}

const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

test("traceOf() starts one trace for each request, and ends it with its record", async () => {
  const { harness, started, reported } = create();
  await harness.send({ target: "/hooks/ci", headers: { ...BEARER, traceparent } });
  await harness.send({
    target: "/hooks/gl",
    headers: { "x-gitlab-token": "the-token-of-the-route" },
  });
  await harness.send({ target: "/hooks/nobody" });
  expect(started).toEqual([
    { receivedAt: 5, traceparent },
    { receivedAt: 5, traceparent: undefined },
    { receivedAt: 5, traceparent: undefined },
  ]);
  expect(reported).toEqual([
    { route: "ci", mapping: "push", provider: undefined },
    [202, "ci"],
    { route: "gl", mapping: "signed", provider: "gitlab" },
    [202, "gl"],
    [404, "other"],
  ]);
});

test("traceOf() hands on the trace of a sender that has proved who it is, and of no other", async () => {
  const { harness, started } = create();
  await harness.send({ headers: { traceparent } });
  await harness.send({ target: "/hooks/open", headers: { traceparent } });
  await harness.send({ headers: { ...BEARER, traceparent: `00-${TOKEN}` } });
  expect(started.map((request) => request.traceparent)).toEqual([undefined, undefined, "00-***"]);
});

test("traceOf() traces requests if there is no observer", async () => {
  const { harness, reported } = create({ observer: undefined } as object);
  await harness.send({ target: "/hooks/ci" });
  expect(reported).toHaveLength(2);
});

test("dispatchTraced() makes a span for each element of a batch", async () => {
  const reported: unknown[] = [];
  const tracing: Tracing = {
    start: () => ({
      dispatch: (labels, run) => {
        reported.push(labels);
        return run();
      },
      end: () => undefined,
    }),
  };
  const all = { id: "all", match: { path: "all" }, forEach: "list", messageTemplate: "x" };
  const harness = createHarness({ hooks: { mappings: [all] }, ingress: { tracing } });
  await harness.send({ target: "/hooks/all", body: '{"list":[1,2]}' });
  expect(reported).toEqual(Array(2).fill({ route: "all", mapping: "all", provider: undefined }));
  expect(harness.dispatched).toHaveLength(2);
});

test("traceOf() serves a request whose trace cannot start or end", async () => {
  const fail = (): never => {
    throw new Error("no exporter");
  };
  const { harness } = create({ tracing: { start: fail } });
  expect((await harness.send({ target: "/hooks/ci" })).status).toBe(202);
  expect(harness.records).toHaveLength(1);
  const other = create({
    tracing: { start: () => ({ dispatch: (_labels, run) => run(), end: fail }) },
  });
  expect((await other.harness.send({ target: "/hooks/ci" })).status).toBe(202);
  expect(other.harness.records).toHaveLength(1);
  expect(other.harness.warnings.slice(1)).toEqual([expect.stringContaining("The tracing failed")]);
});

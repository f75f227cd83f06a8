import { createHmac } from "node:crypto";
import { PROVIDERS } from "@hookwright/signatures";
import { expect, test } from "vitest";
import { createFakeTime } from "../../../test/ingress/fake-time.ts";
import {
  bodyOf,
  createHarness,
  TOKEN as HOOK_TOKEN,
  type SentRequest,
} from "../../../test/ingress/harness.ts";
import type { MappingInput } from "../../authoring/config/config.ts";
import { compileHooks } from "../../compile-hooks.ts";
import { createRefusal } from "../../model/resolution.ts";
import { answerRefusal, replaceAnswer } from "./answer.ts";

const JSON_HEADERS = { "content-type": "application/json; charset=utf-8" };

test("answerRefusal() has the one shape of errors, to the byte", () => {
  const refusal = createRefusal("invalid_payload", "Wrong.", {
    issues: [{ path: "/mode", message: "Wrong." }],
    detail: "for the operator",
  });
  expect(answerRefusal(refusal)).toEqual({
    status: 400,
    headers: JSON_HEADERS,
    body: '{"ok":false,"error":"Wrong.","code":"invalid_payload","issues":[{"path":"/mode","message":"Wrong."}]}',
  });
});

test("answerRefusal() says with every 503 when to send again", () => {
  const overloaded = createRefusal("transform_overloaded", "Later.");
  expect(answerRefusal(overloaded).headers).toEqual({ ...JSON_HEADERS, "retry-after": "5" });
  const given = answerRefusal(overloaded, { "retry-after": "60" });
  expect(given.headers).toEqual({ ...JSON_HEADERS, "retry-after": "60" });
});

test("replaceAnswer() returns the mapping's own answer, and keeps other headers", () => {
  const answer = { status: 202, headers: { "content-type": "x", repeated: "true" }, body: "{}" };
  const own = { status: 200, headers: { "content-type": "text/plain" }, body: "ok" };
  expect(replaceAnswer(answer, undefined)).toBe(answer);
  expect(replaceAnswer(answer, own)).toEqual({
    ...own,
    headers: { "content-type": "text/plain", repeated: "true" },
  });
  expect(replaceAnswer(answer, { status: 204, headers: {}, body: "" })).toEqual({
    status: 204,
    headers: { repeated: "true" },
    body: "",
  });
});

// The answers to events that can never succeed, by how the vendor treats a 4xx.

const TOKEN = "the-token-of-the-route-itself";

/** With a token instead of the vendor's signature, whose row says the same of its deliveries. */
function harnessOf(provider: string | undefined, fields: Partial<MappingInput> = {}) {
  const auth = { ...(provider && { provider }), token: TOKEN, header: "x-route-token" };
  const mapping = {
    match: { path: "a" },
    messageTemplate: "x",
    body: "json" as const,
    auth,
    ...fields,
  };
  const returned = ["to", "accountId", "agentId", "sessionKey", "model"].map((field) => [
    `${field}.js`,
    () => ({ [field]: field === "sessionKey" ? "hook:a\u0007" : "a\u0007" }),
  ]);
  return createHarness({
    compile: { transforms: Object.fromEntries(returned) },
    hooks: { allowedSessionKeyPrefixes: ["hook:"], mappings: [mapping] },
    config: { agents: { defaults: { models: ["v/m"] }, list: [{ id: "main" }] } },
  });
}

function event(body: string | Uint8Array = "{}", type = "application/json"): SentRequest {
  const headers = { "x-route-token": TOKEN, "content-type": type };
  return { target: "/hooks/a", headers, body: body as string };
}

const LIST = JSON.stringify({ list: Array.from({ length: 201 }, () => ({})) });

type Poisoned = [
  code: string,
  status: number,
  request: SentRequest,
  fields?: Partial<MappingInput>,
];

const DEEP = `${"[".repeat(90_000)}${"]".repeat(90_000)}`;
const KEY_OF_EACH = { forEach: "list", sessionKey: "{{item.key}}" };

const BY_PAYLOAD: readonly Poisoned[] = [
  ["invalid_payload", 400, event("7")],
  ["invalid_payload", 400, event('{"a":1}'), { forEach: "a" }],
  ["invalid_json", 400, event("{")],
  ["invalid_encoding", 400, event(Uint8Array.of(0x22, 0xff, 0x22))],
  ["payload_too_deep", 400, event(DEEP), { messageTemplate: "{{payload}}" }],
  ["batch_too_large", 413, event(LIST), { forEach: "list" }],
  ["session_key_refused", 400, event(), { sessionKey: "{{key}}" }],
  ["session_key_refused", 400, event('{"key":"a\\u0007"}'), { sessionKey: "hook:{{key}}" }],
  ["invalid_payload", 400, event('{"to":"a\\u0007"}'), { to: "{{to}}" }],
  ["session_key_refused", 400, event('{"list":[{},{}]}'), KEY_OF_EACH],
];

const BY_CONFIG: readonly Poisoned[] = [
  ["session_key_refused", 400, event('{"key":"agent:main"}'), { sessionKey: "{{key}}" }],
  ["agent_refused", 400, event('{"id":"other"}'), { agentId: "{{id}}" }],
  ["model_refused", 400, event('{"m":"v/x"}'), { model: "{{m}}" }],
  ["unsupported_media_type", 415, event("a=1", "application/x-www-form-urlencoded")],
  ["session_key_refused", 400, event('{"list":[{},{"key":"agent:main"}]}'), KEY_OF_EACH],
];

const LATE_WAKE: Partial<MappingInput> = {
  action: "wake",
  textTemplate: "x",
  messageTemplate: null as never,
  wakeMode: "next-heartbeat",
  transform: { module: "sessionKey.js" },
};

/** What a transform returns, and a mapping says literally, is the operator's. */
const BY_OPERATOR: readonly Poisoned[] = [
  ["invalid_payload", 400, event('{"a":{"b":1}}'), { forEach: "a" }],
  ["invalid_payload", 400, event(JSON.stringify({ a: '[{"b":1}]' })), { forEach: "a" }],
  ["invalid_json", 400, event('{"a":1}\n{"a":2}')],
  ["invalid_payload", 400, event(), { transform: { module: "to.js" } }],
  ["invalid_payload", 400, event(), { transform: { module: "accountId.js" } }],
  ["agent_refused", 400, event(), { transform: { module: "agentId.js" } }],
  ["session_key_refused", 400, event(), { transform: { module: "sessionKey.js" } }],
  ["model_refused", 400, event(), { transform: { module: "model.js" } }],
  ["invalid_payload", 400, event(), LATE_WAKE],
];

const PUNISHING = PROVIDERS.filter(({ delivery }) => delivery?.on4xx !== undefined);

test("answerEvent() answers success to every sender that repeats or disables the hook on 4xx, and records the refusal", async () => {
  expect(PUNISHING.length).toBeGreaterThan(45);
  for (const { id, delivery } of PUNISHING) {
    const success = delivery?.acknowledge ?? 204;
    for (const [code, , request, fields] of BY_PAYLOAD) {
      const harness = harnessOf(id, fields);
      for (let times = 0; times < 2; times += 1) {
        expect([id, code, (await harness.send(request)).status]).toEqual([id, code, success]);
        // The second time, too: a refused event keeps no claim.
        const { outcome, code: reported, status } = harness.records.at(-1) ?? {};
        expect([id, outcome, reported, status]).toEqual([id, "refused", code, success]);
      }
      expect(harness.dispatched).toEqual([]);
    }
  }
});

test.each([...BY_CONFIG, ...BY_OPERATOR])(
  "answerEvent() keeps for %s the status %i, which a change of the config would cure",
  async (code, status, request, fields) => {
    for (const { id } of PUNISHING) {
      const harness = harnessOf(id, fields);
      expect([id, (await harness.send(request)).status]).toEqual([id, status]);
      expect(harness.records[0]).toMatchObject({ code, status });
    }
  },
);

test.each([undefined, "github", "pagerduty", "sanity", "microsoft-graph"])(
  "answerEvent() keeps every 4xx for the sender %s, of which nothing is known or which gives up",
  async (id) => {
    for (const [code, status, request, fields] of [...BY_PAYLOAD, ...BY_CONFIG]) {
      const harness = harnessOf(id, fields);
      expect([code, (await harness.send(request)).status]).toEqual([code, status]);
    }
  },
);

test("answerEvent() accepts a previously refused event again, once the config accepts it", async () => {
  const fields = { sessionKey: "{{key}}" };
  const before = harnessOf("stripe", fields);
  const request = event('{"id":"evt_1"}');
  expect((await before.send(request)).status).toBe(204);
  expect((await harnessOf("stripe").send(request)).status).toBe(202);
});

const mappings = [
  {
    id: "build",
    match: { path: "ci", source: "ci" },
    sessionKey: "hook:{{job}}",
    messageTemplate: "{{job}}",
  },
  { id: "quiet", match: { path: "quiet" }, transform: { module: "null.js" } },
  { id: "poke", match: { path: "poke" }, action: "wake" as const, textTemplate: "poked" },
  { id: "odd", match: { path: "odd" }, transform: { module: "odd.js" } },
  { id: "each", match: { path: "each" }, forEach: "list", messageTemplate: "{{item}}" },
];
const transforms = {
  "null.js": () => null,
  "odd.js": () => ({ message: "x", color: "blue" }) as object,
};
const options = { hooks: { mappings }, compile: { transforms } };

test("answerResolution() records for the operator what a transform may not set", async () => {
  const harness = createHarness(options);
  expect((await harness.send({ target: "/hooks/odd", body: "{}" })).status).toBe(202);
  expect(harness.records).toMatchObject([
    { status: 202, detail: expect.stringContaining("a field that no action has") },
  ]);
});

test.each([
  ["poke", "{}"],
  ["each", '{"list":["a"]}'],
])(
  "answerResolution() dispatches nothing for a client that has disconnected (%s)",
  async (name, body) => {
    const harness = createHarness(options);
    const answer = await harness.send({ target: `/hooks/${name}`, body, isGone: () => true });
    expect(answer.status).toBe(499);
    expect(harness.dispatched).toEqual([]);
    expect(harness.records).toMatchObject([
      { status: 499, code: "client_closed", mappingId: name },
    ]);
  },
);

test("answerResolution() allows a batch that is resolved at once the whole time of a request", async () => {
  const time = createFakeTime();
  const compiled = compileHooks(
    { hooks: { enabled: true, token: HOOK_TOKEN, mappings } },
    { transforms },
  );
  const batch = await compiled.resolve({
    path: "each",
    payload: { list: ["a", "b"] },
    headers: {},
  });
  const hooks = { ...compiled, resolve: () => batch };
  const dispatch = () => new Promise<undefined>(() => undefined);
  const harness = createHarness({
    ingress: { hooks, dispatch, clock: time.clock, timer: time.timer },
  });
  const sending = harness.send({ target: "/hooks/each" });
  await time.advance(29_999);
  expect(harness.records).toEqual([]);
  await time.advance(1);
  expect(bodyOf(await sending)).toMatchObject({ code: "batch_timeout" });
});

test("answerResolution() accepts an unmatched event without a reason", async () => {
  const compiled = compileHooks(
    { hooks: { enabled: true, token: HOOK_TOKEN, mappings } },
    { transforms },
  );
  const hooks = { ...compiled, resolve: () => ({ outcome: "unmatched" }) as const };
  const harness = createHarness({ ...options, ingress: { hooks } });
  expect((await harness.send({ target: "/hooks/ci", body: "{}" })).status).toBe(404);
  expect(harness.records[0]).toMatchObject({ outcome: "unmatched" });
});

test("answerResolution() records the first refusal of a batch and its notes", async () => {
  const compiled = compileHooks(
    { hooks: { enabled: true, token: HOOK_TOKEN, mappings } },
    { transforms },
  );
  const good = await compiled.resolve({ path: "wake", payload: { text: "x" } });
  if (good.outcome !== "action") throw new Error("a wake is an action");
  const refusal = createRefusal("empty_text", "The text is empty.");
  const elements = [
    { index: 0, resolution: { outcome: "refused", refusal } },
    { index: 1, resolution: { ...good, notes: ["One note."] } },
  ] as const;
  const batch = { outcome: "batch", mappingId: "m", elements, skipped: 0 } as const;
  const hooks = { ...compiled, resolve: () => batch };
  const harness = createHarness({ ...options, ingress: { hooks } });
  await harness.send({ target: "/hooks/ci", body: "{}" });
  expect(harness.records[0]?.detail).toBe(
    "Element 0 is refused (empty_text): The text is empty. One note.",
  );
});

test.each(["ci", "poke"])(
  "answerResolution() returns the mapping's own answer for what it accepts, for /%s",
  async (path) => {
    const respond = { status: 201, text: "[accepted]" };
    const harness = createHarness({
      hooks: {
        mappings: [...mappings, { id: "skip", match: { path: "skipped" }, skip: true }].map(
          (mapping) => ({ ...mapping, respond }),
        ),
      },
      compile: { transforms },
    });
    const body = '{"source":"ci","job":"tests","list":[1,2]}';
    expect(
      await harness.send({ target: `/hooks/${path}?token=${HOOK_TOKEN}`, headers: {}, body }),
    ).toEqual({
      status: 201,
      headers: { "content-type": "text/plain; charset=utf-8", deprecation: expect.any(String) },
      body: "[accepted]",
    });
    expect(harness.records).toMatchObject([{ status: 201, mappingId: expect.any(String) }]);
  },
);

test("answerResolution() does not use the mapping's own answer for refusals and failed dispatches", async () => {
  const respond = { text: "[accepted]" };
  const own = { hooks: { mappings: mappings.map((mapping) => ({ ...mapping, respond })) } };
  const harness = createHarness({ ...own, compile: { transforms } });
  expect((await harness.send({ target: "/hooks/ci", body: '{"source":"ci"}' })).status).toBe(400);
  expect((await harness.send({ target: "/hooks/ci", body: '{"source":"x"}' })).status).toBe(404);
  const dispatch = () => Promise.reject(new Error("down"));
  const failing = createHarness({ ...own, compile: { transforms }, ingress: { dispatch } });
  const body = '{"list":[1]}';
  expect((await failing.send({ target: "/hooks/poke", body })).status).toBe(503);
  expect((await failing.send({ target: "/hooks/each", body })).status).toBe(503);
});

test("answerResolution() answers with the status that the vendor accepts, also for repeats and unmatched events", async () => {
  const secret = "the-shared-secret-of-the-shop";
  const auth = { provider: "coinbase-commerce", secret } as const;
  const shop = {
    match: { path: "shop", when: { "==": [{ var: "payload.event.type" }, "a"] } },
    auth,
  };
  const mappings = [
    { id: "run", ...shop, messageTemplate: "{{event.type}}" },
    {
      id: "wake",
      match: { path: "poke" },
      auth,
      action: "wake" as const,
      textTemplate: "{{event.type}}",
    },
    {
      id: "own",
      match: { path: "own" },
      auth,
      messageTemplate: "x",
      respond: { status: 202, text: "later" },
    },
  ];
  const harness = createHarness({ hooks: { mappings } });
  const send = (name: string, event: object) => {
    const body = JSON.stringify({ event });
    const signature = createHmac("sha256", secret).update(body).digest("hex");
    const headers = { "x-cc-webhook-signature": signature };
    return harness.send({ target: `/hooks/${name}`, headers, body });
  };
  const first = await send("shop", { type: "a", id: "1" });
  expect([first.status, JSON.parse(first.body)]).toEqual([
    200,
    { ok: true, runId: expect.any(String) },
  ]);
  const again = await send("shop", { type: "a", id: "1" });
  expect([again.status, again.headers["idempotent-replayed"]]).toEqual([200, "true"]);
  const unmatched = await send("shop", { type: "b", id: "2" });
  expect([unmatched.status, unmatched.body]).toEqual([200, '{"ok":true}']);
  const own = await send("own", { type: "a", id: "3" });
  expect([own.status, own.body]).toEqual([202, "later"]);
  const woken = await send("poke", { type: "a", id: "4" });
  expect([woken.status, woken.body]).toEqual([200, '{"ok":true,"mode":"now"}']);
  expect(harness.dispatched).toHaveLength(3);
});

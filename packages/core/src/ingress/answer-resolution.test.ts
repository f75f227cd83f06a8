import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { createFakeTime } from "../../test/ingress/fake-time.ts";
import { bodyOf, createHarness, TOKEN } from "../../test/ingress/harness.ts";
import { createRefusal } from "../base/resolution.ts";
import { compileHooks } from "../engine.ts";

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

test("answerResolution() answers 404 where no mapping takes an event of a known name", async () => {
  const harness = createHarness(options);
  const answer = await harness.send({ target: "/hooks/ci", body: '{"source":"other"}' });
  expect(answer.status).toBe(404);
  expect(bodyOf(answer)).toMatchObject({ ok: false, code: "not_found" });
  expect(harness.records).toMatchObject([{ status: 404, code: "not_found", name: "ci" }]);
  expect(harness.dispatched).toEqual([]);
});

test("answerResolution() answers 204 where a transform says that there is nothing to do", async () => {
  const harness = createHarness(options);
  const answer = await harness.send({ target: "/hooks/quiet", body: "{}" });
  expect(answer).toEqual({ status: 204, headers: {}, body: "" });
  expect(harness.records).toMatchObject([{ status: 204, mappingId: "quiet" }]);
  expect(harness.dispatched).toEqual([]);
});

test("answerResolution() answers by the action of the mapping", async () => {
  const harness = createHarness(options);
  const wake = await harness.send({ target: "/hooks/poke", body: "" });
  expect(wake).toMatchObject({ status: 200, body: '{"ok":true,"mode":"now"}' });
  const agent = await harness.send({ target: "/hooks/ci", body: '{"source":"ci","job":"a"}' });
  expect(agent.status).toBe(202);
  expect(harness.records).toMatchObject([
    { action: "wake", mappingId: "poke" },
    { action: "agent", mappingId: "build" },
  ]);
});

test("answerResolution() records the mapping of a refused event", async () => {
  const harness = createHarness(options);
  const answer = await harness.send({ target: "/hooks/ci", body: '{"source":"ci"}' });
  expect(answer.status).toBe(400);
  expect(harness.records).toMatchObject([{ mappingId: "build", code: "session_key_refused" }]);
});

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
])("answerResolution() dispatches nothing for a client that has gone (%s)", async (name, body) => {
  const harness = createHarness(options);
  const answer = await harness.send({ target: `/hooks/${name}`, body, isGone: () => true });
  expect(answer.status).toBe(499);
  expect(harness.dispatched).toEqual([]);
  expect(harness.records).toMatchObject([{ status: 499, code: "client_closed", mappingId: name }]);
});

test("answerResolution() gives a batch that is resolved at once the whole time of a request", async () => {
  const time = createFakeTime();
  const compiled = compileHooks(
    { hooks: { enabled: true, token: TOKEN, mappings } },
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

test("answerResolution() takes an event that no mapping wants without a reason", async () => {
  const compiled = compileHooks(
    { hooks: { enabled: true, token: TOKEN, mappings } },
    { transforms },
  );
  const hooks = { ...compiled, resolve: () => ({ outcome: "unmatched" }) as const };
  const harness = createHarness({ ...options, ingress: { hooks } });
  expect((await harness.send({ target: "/hooks/ci", body: "{}" })).status).toBe(404);
  expect(harness.records[0]).toMatchObject({ outcome: "unmatched" });
});

test("answerResolution() records the first refusal of a batch and its notes", async () => {
  const compiled = compileHooks(
    { hooks: { enabled: true, token: TOKEN, mappings } },
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

test.each(["ci", "quiet", "poke", "each", "skipped"])(
  "answerResolution() gives the mapping's own answer for what it accepts, for /%s",
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
      await harness.send({ target: `/hooks/${path}?token=${TOKEN}`, headers: {}, body }),
    ).toEqual({
      status: 201,
      headers: { "content-type": "text/plain; charset=utf-8", deprecation: expect.any(String) },
      body: "[accepted]",
    });
    expect(harness.records).toMatchObject([{ status: 201, mappingId: expect.any(String) }]);
  },
);

test("answerResolution() gives no answer of the mapping's own for what it refuses, nor for a dispatch that fails", async () => {
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

test("answerResolution() acknowledges with the status that the vendor takes, also repeats and what no mapping takes", async () => {
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

// What requests are recognized by, seen from the store.
import { createHash, createHmac } from "node:crypto";
import { expect, test } from "vitest";
import {
  BEARER,
  createHarness,
  type HarnessOptions,
  type SentRequest,
} from "../../../test/ingress/harness.ts";
import type { AuthInput, HooksInput } from "../../authoring/config/config.ts";
import { BODIES_WITH_IDS, HEADERS_WITH_IDS } from "../../generated/delivery-ids.ts";
import { findDeliveryId } from "./delivery-id.ts";
import { fingerprintBody } from "./find-keys.ts";
import { createMemoryStore, type IdempotencyStore } from "./store.ts";

const TOKEN = "token-of-the-route-with-keys";

/** A store that waits a turn before each answer, as those of other processes do. */
function createSpy() {
  const claims: object[] = [];
  const memory = createMemoryStore();
  const store: IdempotencyStore = {
    claim: async (request) => {
      claims.push(request);
      return memory.claim(request);
    },
    extend: async (...args) => memory.extend(...args),
    complete: async (...args) => memory.complete(...args),
    release: async (...args) => memory.release(...args),
  };
  return { claims, store };
}

function harnessOf(auth: AuthInput | "none", options: HarnessOptions = {}) {
  const spy = createSpy();
  const hooks: HooksInput = {
    ...options.hooks,
    mappings: [{ match: { path: "a" }, auth, messageTemplate: "x" }],
  };
  return { ...spy, harness: createHarness({ hooks, ingress: { idempotency: spy.store } }) };
}

const OWN: AuthInput = { token: TOKEN, header: "x-ci-token" };

function event(body: SentRequest["body"], headers = {}): SentRequest {
  return { target: "/hooks/a", headers: { "x-ci-token": TOKEN, ...headers }, body: body ?? "{}" };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

test.each([
  ["agent", { message: "x" }],
  ["wake", { text: "x" }],
])("findKeys() takes the idempotencyKey in the body of /%s as the header", async (name, body) => {
  const { harness, claims } = harnessOf(OWN);
  const send = (more: object, headers = {}) =>
    harness.send({
      target: `/hooks/${name}`,
      headers: { ...BEARER, ...headers },
      body: JSON.stringify({ ...body, ...more }),
    });
  const first = await send({ idempotencyKey: " k-1 " });
  expect(JSON.parse(String(first.body))).not.toHaveProperty("warnings");
  const again = await send({ idempotencyKey: " k-1 " });
  expect(again.headers).toHaveProperty("idempotent-replayed");
  expect(again.body).toEqual(first.body);
  expect((await send({ idempotencyKey: "k-1", more: 1 })).status).toBe(422);
  await send({ idempotencyKey: "k-1" }, { "idempotency-key": "of-the-header" });
  await send({ idempotencyKey: " " });
  expect(claims).toMatchObject([
    ...[1, 2, 3].map(() => ({ scope: `token ${name}`, keys: [{ key: "key:k-1" }] })),
    { keys: [{ key: "key:of-the-header" }] },
  ]);
  expect(harness.dispatched.map(({ context }) => context.idempotencyKey)).toEqual([
    ...["k-1", "of-the-header", undefined],
  ]);
});

test.each([
  ["k".repeat(257), "invalid_idempotency_key"],
  ["a\u0007b", "invalid_idempotency_key"],
  [7, "invalid_payload"],
])("findKeys() refuses the idempotencyKey %j of a body", async (idempotencyKey, code) => {
  const { harness, claims } = harnessOf(OWN);
  const body = JSON.stringify({ message: "x", idempotencyKey });
  const { status, body: answer } = await harness.send({
    ...{ target: "/hooks/agent", headers: BEARER, body },
  });
  expect([status, JSON.parse(String(answer)).code]).toEqual([400, code]);
  expect(claims).toEqual([]);
});

test("findKeys() reads no idempotencyKey of the body of a mapping", async () => {
  const { harness, claims } = harnessOf({ ...OWN, orToken: true });
  await harness.send({ ...event('{"idempotencyKey":"k"}'), headers: BEARER });
  expect(claims).toEqual([]);
  expect(harness.dispatched).toHaveLength(1);
});

test("findKeys() uses the hash of the body if a sender has no id, for bodySeconds", async () => {
  const { harness, claims } = harnessOf(OWN);
  await harness.send(event('{"a":1}'));
  expect(claims).toEqual([
    {
      scope: "auth:a a",
      keys: [{ key: `body:${sha256('{"a":1}')}`, ttlSeconds: 300 }],
      claimSeconds: 60,
    },
  ]);
});

test("findKeys() uses no hash if bodySeconds is 0", async () => {
  const { harness, claims } = harnessOf(OWN, { hooks: { dedupe: { bodySeconds: 0 } } });
  await harness.send(event("{}"));
  await harness.send(event("{}"));
  expect(claims).toEqual([]);
  expect(harness.dispatched).toHaveLength(2);
});

test("findKeys() hashes a body that a parser has read as its JSON", async () => {
  const { harness, claims } = harnessOf(OWN);
  await harness.send(event({ kind: "parsed", value: { a: 1 } }));
  expect(claims).toMatchObject([{ keys: [{ key: `body:${sha256('{"a":1}')}` }] }]);
});

test("findKeys() reads ids that are numbers, and no other values", async () => {
  const telegram: AuthInput = { provider: "telegram", token: TOKEN };
  const { harness, claims } = harnessOf(telegram);
  const headers = { "x-telegram-bot-api-secret-token": TOKEN };
  const bodies = ['{"update_id":7}', '{"update_id":{}}', '{"update_id":"a\\u0007"}', "[]"];
  for (const body of bodies) await harness.send({ target: "/hooks/a", headers, body });
  const keys = claims.map((claim) => (claim as { keys: { key: string }[] }).keys);
  expect(keys.map(([first]) => first?.key.slice(0, 5))).toEqual([
    "id:7",
    "body:",
    "body:",
    "body:",
  ]);
  expect(harness.dispatched[0]?.context.idempotencyKey).toBe("7");
});

test("findKeys() uses the longer time of the provider and the config", async () => {
  const stripe: AuthInput = { provider: "stripe", token: TOKEN, header: "x-ci-token" };
  for (const [ttlSeconds, expected] of [
    [60, 259_200],
    [600_000, 600_000],
  ] as const) {
    const { harness, claims } = harnessOf(stripe, { hooks: { dedupe: { ttlSeconds } } });
    await harness.send(event('{"id":"evt_1"}'));
    expect(claims).toMatchObject([{ keys: [{ key: "id:evt_1", ttlSeconds: expected }] }]);
    expect(harness.dispatched[0]?.context.idempotencyTtlSeconds).toBe(expected);
  }
});

test("findKeys() uses only the Idempotency-Key if the hook token opens a signed route", async () => {
  const { harness, claims } = harnessOf({ ...OWN, orToken: true });
  await harness.send({ ...event("{}"), headers: { ...BEARER, "idempotency-key": "k" } });
  await harness.send({ ...event("{}"), headers: BEARER });
  expect(claims).toMatchObject([
    { scope: "token a", keys: [{ key: "key:k", ttlSeconds: 86_400 }] },
  ]);
});

test("findKeys() uses the hash of the body with and without an id, and an id in addition", async () => {
  const { harness, claims } = harnessOf({ provider: "github", secret: TOKEN });
  const hmac = createHmac("sha256", TOKEN).update("{}").digest("hex");
  const send = (id: Record<string, string>) =>
    harness.send({
      target: "/hooks/a",
      headers: { "x-hub-signature-256": `sha256=${hmac}`, ...id },
      body: "{}",
    });
  await send({ "x-github-delivery": "d1" });
  expect((await send({})).headers).toHaveProperty("idempotent-replayed");
  const body = { key: `body:${sha256("{}")}`, ttlSeconds: 300 };
  expect(claims).toMatchObject([{ keys: [{ key: "id:d1" }, body] }, { keys: [body] }]);
});

test("findKeys() uses the hash of the signed parts, too, for as long as their time stamp is accepted", async () => {
  const { harness, claims } = harnessOf({ provider: "front", secret: TOKEN });
  const time = String(Date.now());
  const hmac = createHmac("sha256", TOKEN).update(`${time}:{}`).digest("base64");
  const headers = { "x-front-signature": hmac, "x-front-request-timestamp": time };
  await harness.send({ target: "/hooks/a", headers, body: "{}" });
  const hash = sha256("{}");
  expect(claims).toMatchObject([
    {
      keys: [
        { key: `body:${hash}`, ttlSeconds: 300 },
        { key: `signed:${sha256(`${time}:${hash}`)}`, ttlSeconds: 600 },
      ],
    },
  ]);
});

test("findKeys() finds none on an open route", async () => {
  const { harness, claims } = harnessOf("none");
  await harness.send(event("{}"));
  await harness.send(event("{}"));
  expect(claims).toEqual([]);
  expect(harness.dispatched).toHaveLength(2);
});

test("findKeys() binds an id in a header to its body, and no id within a body", async () => {
  const whole = `whsec_${Buffer.from(TOKEN).toString("base64")}`;
  const { harness, claims } = harnessOf({ provider: "standard-webhooks", secret: whole });
  const send = (body: string) => {
    const time = String(Math.floor(Date.now() / 1_000));
    const hmac = createHmac("sha256", TOKEN).update(`msg_1.${time}.${body}`).digest("base64");
    const headers = {
      "webhook-id": "msg_1",
      "webhook-timestamp": time,
      "webhook-signature": `v1,${hmac}`,
    };
    return harness.send({ target: "/hooks/a", headers, body });
  };
  expect((await send('{"n":1}')).status).toBe(202);
  expect((await send('{"n":2}')).status).toBe(422);
  expect((await send('{"n":1}')).headers).toHaveProperty("idempotent-replayed");
  expect(claims[0]).toMatchObject({ keys: [{ key: "id:msg_1", fingerprint: expect.any(Number) }] });
});

test("a store that answers later works for keys of mappings, too", async () => {
  const { store, claims } = createSpy();
  const mapping = { match: { path: "t" }, dedupeKey: "{{id}}", messageTemplate: "x" };
  const harness = createHarness({
    hooks: { mappings: [mapping] },
    ingress: { idempotency: store },
  });
  for (const _turn of [1, 2]) await harness.send({ target: "/hooks/t", body: '{"id":"a"}' });
  expect(harness.dispatched).toHaveLength(1);
  expect(claims).toHaveLength(2);
});

test("a store that rejects, or finds no claim, after its time was over changes nothing", async () => {
  const rejects: ((error: Error) => void)[] = [];
  const resolves: ((value: { kind: "busy" }) => void)[] = [];
  const store: IdempotencyStore = {
    ...createMemoryStore(),
    claim: () =>
      new Promise((resolve, reject) => {
        resolves.push(resolve);
        rejects.push(reject);
      }),
  };
  const tasks: (() => void)[] = [];
  const timer = (task: () => void) => {
    tasks.push(task);
    return () => undefined;
  };
  const harness = createHarness({ ingress: { idempotency: store, timer } });
  const sent = [1, 2].map(() => harness.send({ headers: { ...BEARER, "idempotency-key": "k" } }));
  while (tasks.length < 2) await new Promise((resolve) => setImmediate(resolve));
  for (const task of tasks) task();
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([503, 503]);
  rejects[0]?.(new Error("late"));
  resolves[1]?.({ kind: "busy" });
  await new Promise((resolve) => setImmediate(resolve));
  expect(harness.dispatched).toEqual([]);
});

const encode = (text: string) => new TextEncoder().encode(text);

test("fingerprintBody() is the same for the same bytes, wherever they lie", () => {
  const bytes = encode('xx{"a":1}');
  expect(fingerprintBody(bytes.subarray(2))).toBe(fingerprintBody(encode('{"a":1}')));
});

test("fingerprintBody() differs for each change of a byte, of any length", () => {
  for (const length of [0, 1, 2, 3, 4, 5, 63, 64, 65]) {
    const base = encode("a".repeat(length));
    const found = new Set([fingerprintBody(base), fingerprintBody(encode("a".repeat(length + 1)))]);
    for (let at = 0; at < length; at++) {
      const changed = base.slice();
      changed[at] = 98;
      found.add(fingerprintBody(changed));
    }
    expect(found.size).toBe(length + 2);
  }
});

test("fingerprintBody() has no collision among 100,000 short bodies", () => {
  const found = new Set<number>();
  for (let id = 0; id < 100_000; id++) found.add(fingerprintBody(encode(`{"id":${id}}`)));
  expect(found.size).toBe(100_000);
});

test.each(HEADERS_WITH_IDS)("findDeliveryId() reads $header", ({ header, beside }) => {
  const headers = { [header]: " d-1 ", ...(beside !== undefined && { [beside]: "x" }) };
  expect(findDeliveryId(headers, {})).toEqual({ id: "d-1", from: "header" });
  if (beside !== undefined) expect(findDeliveryId({ [header]: "d-1" }, {})).toBe(undefined);
});

const bodies: readonly [string, object, string][] = [
  ["Stripe", { id: "evt_1", object: "event", data: { object: { id: "ch_1" } } }, "evt_1"],
  ["Slack", { event_id: "Ev1", type: "event_callback", event: { type: "message" } }, "Ev1"],
  ["Typeform", { event_id: "01H", event_type: "form_response" }, "01H"],
  ["Square", { event_id: "sq-1", merchant_id: "M1" }, "sq-1"],
  ["Paddle", { event_id: "evt_01", notification_id: "ntf_01" }, "evt_01"],
  ["PagerDuty", { event: { id: "01D", event_type: "incident.triggered" } }, "01D"],
  ["Telnyx", { data: { id: "tx-1", record_type: "event" } }, "tx-1"],
  ["Trello", { action: { id: "tr-1", idMemberCreator: "m" }, model: {} }, "tr-1"],
  ["Intercom", { id: "notif_1", type: "notification_event" }, "notif_1"],
  ["Notion", { id: "n-1", integration_id: "i-1", type: "page.created" }, "n-1"],
  ["PayPal", { id: "WH-1", event_version: "1.0" }, "WH-1"],
  ["Amazon SNS", { MessageId: "sns-1", TopicArn: "arn:aws:sns:x" }, "sns-1"],
  ["Pub/Sub", { message: { messageId: "42", data: "e30=" }, subscription: "s" }, "42"],
];

test.each(bodies)("findDeliveryId() reads the body of %s", (_provider, body, id) => {
  expect(findDeliveryId({}, body)).toEqual({ id, from: "body" });
});

test("findDeliveryId() has a test for each row of bodies", () => {
  expect(bodies).toHaveLength(BODIES_WITH_IDS.length);
});

test("findDeliveryId() prefers a header to a body", () => {
  const found = findDeliveryId({ "webhook-id": "msg_1" }, { id: "evt_1", object: "event" });
  expect(found).toEqual({ id: "msg_1", from: "header" });
});

test.each([
  ["an id without the field of its provider", {}, { id: "evt_1", event_id: "Ev1" }],
  ["a body that is not an object", {}, null],
  ["a header that is too long", { "webhook-id": "a".repeat(257) }, {}],
  ["a header with control characters", { "webhook-id": "a\u0007" }, {}],
  ["a header that names the subscription", { "x-gitlab-webhook-uuid": "w-1" }, {}],
])("findDeliveryId() does not take %s", (_what, headers, body) => {
  expect(findDeliveryId(headers, body)).toBe(undefined);
});

// Events that come again, from the request to the record.
import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { createFakeTime } from "../../../test/ingress/fake-time.ts";
import {
  BEARER,
  bodyOf,
  createHarness,
  type HarnessOptions,
  type SentRequest,
} from "../../../test/ingress/harness.ts";
import type { AuthInput } from "../../authoring/config/config.ts";
import { createMemoryStore, type IdempotencyStore } from "./store.ts";

const AGENT = { target: "/hooks/agent", body: '{"message":"do it"}' };

function keyed(key: string, request: SentRequest = AGENT): SentRequest {
  return { ...request, headers: { ...BEARER, "idempotency-key": key } };
}

const SECRET = "secret-of-the-signed-routes";

function signedHarness(auth: AuthInput, options: HarnessOptions = {}) {
  const mapping = { match: { path: "a" }, auth, messageTemplate: "{{a}}" };
  return createHarness({ ...options, hooks: { ...options.hooks, mappings: [mapping] } });
}

const NO_CRYPTO = {
  hmacKey: () => ({ sign: () => new Uint8Array(32) }),
  publicKey: () => ({ verify: () => false }),
};

const GITHUB: AuthInput = { provider: "github", secret: SECRET };

function signed(body: string, headers: Record<string, string> = {}): SentRequest {
  const hmac = createHmac("sha256", SECRET).update(body).digest("hex");
  return {
    target: "/hooks/a",
    headers: { "x-hub-signature-256": `sha256=${hmac}`, ...headers },
    body,
  };
}

const REPLAYED = { "idempotent-replayed": "true" };

test("answerOnce() gives a repeat the first answer, dispatches nothing, and says so", async () => {
  const harness = createHarness();
  const first = await harness.send(keyed("k"));
  expect(first.headers).not.toHaveProperty("idempotent-replayed");
  const second = await harness.send(keyed("k"));
  expect(second).toEqual({ ...first, headers: { ...first.headers, ...REPLAYED } });
  expect(harness.dispatched).toHaveLength(1);
  const { runId } = bodyOf(first) as { readonly runId: string };
  expect(harness.records).toMatchObject([
    { dedupe: "first", runId, outcome: "action" },
    { dedupe: "replayed", runId, status: 202 },
  ]);
});

test("answerOnce() does the same for wakes, and takes requests without a key as they come", async () => {
  const harness = createHarness();
  const wake = keyed("k", {});
  expect([(await harness.send(wake)).body, (await harness.send(wake)).body]).toEqual([
    '{"ok":true,"mode":"now"}',
    '{"ok":true,"mode":"now"}',
  ]);
  expect(harness.dispatched).toHaveLength(1);
  await harness.send();
  await harness.send();
  expect(harness.dispatched).toHaveLength(3);
  expect(harness.records[2]).not.toHaveProperty("dedupe");
});

test("answerOnce() refuses a key that came with another body: 422", async () => {
  const harness = createHarness();
  await harness.send(keyed("k"));
  const answer = await harness.send(keyed("k", { ...AGENT, body: '{"message":"do that"}' }));
  expect([answer.status, bodyOf(answer)]).toEqual([
    422,
    { ok: false, error: "This key came before with another body.", code: "idempotency_conflict" },
  ]);
  expect(harness.dispatched).toHaveLength(1);
  expect(harness.records[1]).toMatchObject({ dedupe: "conflict", code: "idempotency_conflict" });
});

test("answerOnce() takes a key that came with another body where a 422 would end the sender's hook", async () => {
  const auth = {
    provider: "twitch",
    secret: "secret-of-the-signed-routes",
    orToken: true,
  } as const;
  const harness = createHarness({
    hooks: { mappings: [{ match: { path: "a" }, auth, messageTemplate: "m" }] },
  });
  const send = (body: string) => harness.send(keyed("k", { target: "/hooks/a", body }));
  expect((await send("{}")).status).toBe(202);
  expect(await send('{"a":1}')).toMatchObject({ status: 204, body: "" });
  expect(harness.records[1]).toMatchObject({ dedupe: "conflict", code: "idempotency_conflict" });
});

test("answerOnce() keeps routes apart", async () => {
  const harness = createHarness();
  await harness.send(keyed("k"));
  await harness.send(keyed("k", {}));
  expect(harness.dispatched).toHaveLength(2);
});

test("trap 32 answerOnce() forgets what failed, was refused or was not found", async () => {
  const mappings = [
    { match: { path: "a", source: "x" }, sessionKey: "{{k}}", messageTemplate: "m" },
  ];
  let fails = true;
  const harness = createHarness({
    hooks: { mappings },
    ingress: { dispatch: () => (fails ? Promise.reject(new Error("down")) : undefined) },
  });
  expect((await harness.send(keyed("k"))).status).toBe(503);
  fails = false;
  expect((await harness.send(keyed("k"))).status).toBe(202);
  const missing = keyed("k", { target: "/hooks/a", body: "{}" });
  expect([(await harness.send(missing)).status, (await harness.send(missing)).status]).toEqual([
    404, 404,
  ]);
  const refused = keyed("k", { target: "/hooks/a", body: '{"source":"x"}' });
  expect([(await harness.send(refused)).status, (await harness.send(refused)).status]).toEqual([
    400, 400,
  ]);
  expect(harness.records.map(({ dedupe }) => dedupe)).toEqual(Array(6).fill("first"));
});

test("answerOnce() claims nothing for what is refused before", async () => {
  const harness = signedHarness(GITHUB);
  await harness.send({ ...signed("{}"), body: '{"a":1}' });
  await harness.send(signed("{"));
  expect(harness.records.map((record) => "dedupe" in record)).toEqual([false, false]);
});

test("trap 32 answerOnce() lets a repeat wait for the first, and gives it the first answer", async () => {
  const time = createFakeTime();
  let settle: () => void = () => undefined;
  const harness = createHarness({
    ingress: {
      dispatch: () =>
        new Promise<void>((resolve) => {
          settle = resolve;
        }),
      ...time,
    },
  });
  const sent = [harness.send(keyed("k")), harness.send(keyed("k"))];
  await time.advance(2_000);
  settle();
  await time.advance(1_000);
  const [first, second] = await Promise.all(sent);
  expect(second?.body).toBe(first?.body);
  expect(second?.headers).toMatchObject(REPLAYED);
});

test("trap 32 answerOnce() answers 409 after 5 s of waiting, and never 200", async () => {
  const time = createFakeTime();
  const dispatch = () => new Promise<void>(() => undefined);
  const harness = createHarness({ ingress: { dispatch, ...time } });
  void harness.send(keyed("k"));
  await time.advance(0);
  const second = harness.send(keyed("k"));
  await time.advance(4_999);
  expect(harness.records).toEqual([]);
  await time.advance(1);
  const answer = await second;
  expect([answer.status, answer.headers["retry-after"]]).toEqual([409, "5"]);
  expect(bodyOf(answer)).toMatchObject({ code: "idempotency_in_progress" });
  expect(harness.records).toMatchObject([{ dedupe: "in_progress" }]);
});

test("answerOnce() lets the one that waits run where the first fails", async () => {
  const time = createFakeTime();
  const settle: ((error?: Error) => void)[] = [];
  const harness = createHarness({
    ingress: {
      dispatch: () =>
        new Promise<void>((resolve, reject) => {
          settle.push((error) => (error === undefined ? resolve() : reject(error)));
        }),
      ...time,
    },
  });
  const sent = [harness.send(keyed("k")), harness.send(keyed("k"))];
  await time.advance(100);
  settle[0]?.(new Error("down"));
  await time.advance(1_000);
  settle[1]?.();
  await time.advance(0);
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([503, 202]);
});

test("answerOnce() stops waiting when the sender goes, and when the server stops", async () => {
  const time = createFakeTime();
  const dispatch = () => new Promise<void>(() => undefined);
  const harness = createHarness({ ingress: { dispatch, ...time } });
  void harness.send(keyed("k"));
  await time.advance(0);
  const gone = harness.send({ ...keyed("k"), isGone: () => true });
  await time.advance(50);
  expect((await gone).status).toBe(499);
  const stopped = harness.send(keyed("k"));
  await time.advance(10);
  harness.abort();
  await time.advance(0);
  expect(bodyOf(await stopped)).toMatchObject({ code: "server_stopping" });
});

test("answerOnce() answers 503 and not 409 to vendors that switch a hook off on a 4xx", async () => {
  const time = createFakeTime();
  const dispatch = () => new Promise<void>(() => undefined);
  const auth = { provider: "figma", token: SECRET } as const;
  // Hashes at once: the clock of the test moves while WebCrypto works.
  const crypto = { ...NO_CRYPTO, sha256: () => new Uint8Array(32) };
  const harness = signedHarness(auth, { ingress: { dispatch, ...time }, compile: { crypto } });
  const event = { target: "/hooks/a", headers: {}, body: `{"passcode":"${SECRET}","a":1}` };
  void harness.send(event);
  await time.advance(0);
  const second = harness.send(event);
  await time.advance(5_000);
  expect((await second).status).toBe(503);
  expect(harness.records[0]).toMatchObject({ code: "idempotency_in_progress" });
});

test("trap 31 answerOnce() takes either the id or the hash of the body for a repeat", async () => {
  const time = createFakeTime();
  const harness = signedHarness(GITHUB, { ingress: { ...time } });
  const id = (value: string) => ({ "x-github-delivery": value });
  await harness.send(signed('{"a":1}', id("d1")));
  // The captured body under a fresh id, and the id with another body that is signed.
  expect((await harness.send(signed('{"a":1}', id("d2")))).headers).toMatchObject(REPLAYED);
  expect((await harness.send(signed('{"a":2}', id("d1")))).headers).toMatchObject(REPLAYED);
  expect(harness.dispatched).toHaveLength(1);
  // A thin sender has equal bodies: the hash is remembered for a short time, the id for a day.
  await time.advance(300_000);
  await harness.send(signed('{"a":1}', id("d3")));
  expect(harness.dispatched).toHaveLength(2);
  await harness.send(signed('{"a":3}', id("d1")));
  expect(harness.dispatched).toHaveLength(2);
});

test("trap 33 answerOnce() recognizes an event that was signed anew, by a new time and a new secret", async () => {
  const secrets = [SECRET, "the-next-secret-of-the-route"];
  const harness = signedHarness({ provider: "slack", secrets });
  const body = '{"type":"event_callback","event_id":"Ev1","a":1}';
  for (const [at, secret] of secrets.entries()) {
    const time = Math.floor(Date.now() / 1_000) + at;
    const hmac = createHmac("sha256", secret).update(`v0:${time}:${body}`).digest("hex");
    const headers = {
      "x-slack-signature": `v0=${hmac}`,
      "x-slack-request-timestamp": String(time),
    };
    expect((await harness.send({ target: "/hooks/a", headers, body })).status).toBe(202);
  }
  expect(harness.dispatched).toHaveLength(1);
  expect(harness.records.map(({ keyIndex }) => keyIndex)).toEqual([0, 1]);
});

const down = new Error("connection refused");

test.each([
  [
    "throws",
    () => {
      throw down;
    },
  ],
  ["rejects", () => Promise.reject(down)],
])("answerOnce() answers 503 where the store %s, and warns once", async (_how, claim) => {
  const store: IdempotencyStore = { ...createMemoryStore(), claim };
  const harness = createHarness({ ingress: { idempotency: store } });
  for (const _turn of [1, 2]) {
    const answer = await harness.send(keyed("k"));
    expect([answer.status, answer.headers["retry-after"]]).toEqual([503, "5"]);
    expect(bodyOf(answer)).toMatchObject({ code: "store_unavailable" });
  }
  expect(harness.dispatched).toEqual([]);
  expect(harness.records[0]).toMatchObject({
    dedupe: "unavailable",
    detail: "Error: connection refused",
  });
  expect(harness.warnings).toEqual([
    "The store of idempotency keys fails: Error: connection refused",
  ]);
  // What has no key needs no store.
  expect((await harness.send()).status).toBe(200);
});

test("answerOnce() answers 503 where the store hangs, and gives a claim back that comes late", async () => {
  const time = createFakeTime();
  const memory = createMemoryStore({ clock: time.clock });
  let give: () => void = () => undefined;
  const store: IdempotencyStore = {
    ...memory,
    claim: (request) =>
      new Promise((resolve) => {
        give = () => resolve(memory.claim(request));
      }),
  };
  const harness = createHarness({ ingress: { idempotency: store, ...time } });
  const sending = harness.send(keyed("k"));
  await time.advance(2_000);
  expect((await sending).status).toBe(503);
  give();
  const second = harness.send(keyed("k"));
  await time.advance(0);
  give();
  expect((await second).status).toBe(202);
});

test("answerOnce() looks for no repeats where it is switched off", async () => {
  const harness = createHarness({ ingress: { idempotency: false } });
  await harness.send(keyed("k"));
  await harness.send(keyed("k"));
  expect(harness.dispatched.map(({ context }) => context.idempotencyKey)).toEqual(["k", "k"]);
  expect(harness.records[0]).not.toHaveProperty("dedupe");
});

import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { createGate } from "../../../../../tools/test-support/gate.ts";
import { createFakeTime } from "../../../test/ingress/fake-time.ts";
import {
  BEARER,
  bodyOf,
  createHarness,
  type HarnessOptions,
  type SentRequest,
  TOKEN,
} from "../../../test/ingress/harness.ts";
import type { AuthInput } from "../../authoring/config/config.ts";
import { compileHooks } from "../../compile-hooks.ts";
import type { HookEvent } from "../../model/event.ts";
import type { TransformContext } from "../../model/transform.ts";
import { findRoute } from "./create-ingress.ts";
import { createMemoryStore, type IdempotencyStore } from "./store.ts";

test("answerRequest() looks at the method before the token, and reads no body for either", async () => {
  const harness = createHarness();
  const answer = await harness.send({ method: "GET", target: "/hooks/nothing", headers: {} });
  expect(answer).toMatchObject({ status: 405, headers: { allow: "POST" } });
  expect(bodyOf(answer)).toEqual({
    ok: false,
    error: "Hooks accept POST requests only.",
    code: "method_not_allowed",
  });
  expect(harness.bodyReads).toEqual([]);
});

test("answerRequest() notes that the first request of some vendors contains their secret", async () => {
  const secret = "a-secret-of-more-than-16-bytes";
  const mappings = ["asana", "notion", "github"].map((provider) => ({
    match: { path: provider },
    auth: { provider, secret },
    messageTemplate: "any",
  }));
  const harness = createHarness({ hooks: { mappings } });
  for (const { match } of mappings) {
    const headers = { "x-hook-secret": "first" };
    await harness.send({ target: `/hooks/${match.path}`, headers, body: "{}" });
  }
  const reported = harness.records.map(({ detail }) =>
    /docs\/handshake-secrets\.md/.test(detail ?? ""),
  );
  expect(reported).toEqual([true, true, false]);
  const headers = { "x-hub-signature-256": `sha256=${"0".repeat(64)}` };
  await harness.send({ target: "/hooks/github", headers, body: "" });
  expect(harness.records.at(-1)?.detail).toMatch(/The body is empty/);
});

test("answerRequest() notes how a vendor's check of a hook could be answered", async () => {
  const auth = { token: "a-token-of-its-own", header: "authorization" };
  const mapping = { match: { path: "x" }, auth, messageTemplate: "any" };
  const harness = createHarness({ hooks: { mappings: [mapping] } });
  for (const method of ["GET", "HEAD", "PUT"]) await harness.send({ method, target: "/hooks/x" });
  await harness.send({ method: "GET", target: "/hooks/other" });
  await harness.send({ target: "/hooks/x", headers: { authorization: "a-token-of-its-own" } });
  const details = harness.records.map(({ detail }) => detail ?? "");
  const asked = expect.stringContaining('{ "probe": "GET" }');
  expect(details).toEqual([asked, asked, "", "", expect.stringContaining('"prefix": ""')]);
});

/** What `hooks.resolve` is given for a request. */
async function eventOf(target: string, headers = {}): Promise<HookEvent> {
  const events: HookEvent[] = [];
  const compiled = compileHooks({
    hooks: { enabled: true, token: TOKEN, mappings: [{ messageTemplate: "any" }] },
  });
  const resolve: typeof compiled.resolve = (event) => {
    events.push(event);
    return compiled.resolve(event);
  };
  const ingress = { hooks: { ...compiled, resolve }, clock: () => 5, tokenHeaders: ["x-my-token"] };
  const sent = { authorization: `Bearer ${TOKEN}`, ...headers };
  await createHarness({ ingress }).send({ target, headers: sent, body: '{"a":1}' });
  return events[0] as HookEvent;
}

test("answerRequest() makes an event of a request, without what carries secrets", async () => {
  const secrets = { cookie: "session=1", "proxy-authorization": "1", "x-my-token": "1" };
  const event = await eventOf("/hooks/ci?token=1&x=2", { "x-event": "push", ...secrets });
  const { path, payload, receivedAt, headers, query, url } = event;
  expect({ path, payload, receivedAt, headers, query, url }).toEqual({
    path: "ci",
    payload: { a: 1 },
    receivedAt: 5,
    headers: { "x-event": "push" },
    query: { x: "2" },
    url: "/hooks/ci?x=2",
  });
});

test.each([
  ["/hooks/ci", "/hooks/ci"],
  ["http://example.com/hooks/ci?x=2", "/hooks/ci?x=2"],
  ["/hooks/ci?%74oken=1&x=2&token=3", "/hooks/ci?x=2"],
])("answerRequest() passes the target %s without the token on as the URL", async (target, url) => {
  expect((await eventOf(target)).url).toBe(url);
});

const carriers = {
  authorization: { headers: { authorization: `Bearer ${TOKEN}` }, query: "" },
  "x-gateway-token": { headers: { "x-gateway-token": TOKEN }, query: "" },
  "a header of the option": { headers: { "x-my-token": TOKEN }, query: "" },
  "?token=": { headers: {}, query: `token=${TOKEN}&` },
};

const EXPRESSIONS = [
  "{{headers}}",
  "{{headers.authorization}}{{headers.x-gateway-token}}{{headers.x-my-token}}",
  "{{query}}{{query.token}}",
  "{{path}}",
].join("");

test.each(Object.entries(carriers))(
  "answerRequest() shows no token from %s to templates, transforms and records",
  async (_carrier, { headers, query }) => {
    const contexts: TransformContext[] = [];
    const echo = (context: TransformContext) => {
      contexts.push(context);
      return undefined;
    };
    const harness = createHarness({
      hooks: {
        mappings: [
          { match: { path: "ci" }, messageTemplate: EXPRESSIONS, transform: { module: "echo.js" } },
        ],
      },
      compile: { transforms: { "echo.js": echo } },
      ingress: { tokenHeaders: ["x-my-token"] },
    });
    const target = `/hooks/ci?${query}x=seen`;
    const answer = await harness.send({ target, headers: { ...headers, "x-event": "push" } });
    expect(answer.status).toBe(202);
    const seen = JSON.stringify([harness.dispatched, contexts, harness.records, harness.warnings]);
    expect(seen).toContain("seen");
    expect(seen).toContain("push");
    expect(seen).not.toContain(TOKEN);
  },
);

test("answerRequest() hides a token in the query even where it is switched off as a carrier", async () => {
  const harness = createHarness({
    hooks: { mappings: [{ match: { path: "ci" }, messageTemplate: "a{{query.token}}{{query}}" }] },
    ingress: { queryToken: false },
  });
  await harness.send({ target: `/hooks/ci?token=${TOKEN}` });
  expect(harness.dispatched[0]?.action).toMatchObject({ parts: [{ text: "a{}" }] });
});

const limits = [
  { match: { path: "big" }, maxBodyBytes: 900, messageTemplate: "x" },
  { match: { path: "big" }, maxBodyBytes: 700, messageTemplate: "x" },
  { match: { path: "mixed" }, maxBodyBytes: 100, messageTemplate: "x" },
  { match: { path: "mixed" }, messageTemplate: "x" },
  { match: { path: "small" }, maxBodyBytes: 100, messageTemplate: "x" },
] as const;

test.each([
  ["big", 900],
  ["mixed", 500],
  ["small", 100],
  ["wake", 500],
])(
  "answerRequest() limits the body of %s before it is read, to %i bytes",
  async (name, maxBytes) => {
    const harness = createHarness({ hooks: { maxBodyBytes: 500, mappings: limits } });
    const target = `/hooks/${name}`;
    const bodyOfLength = (length: number) => JSON.stringify("x".repeat(length - 2));
    const tooLong = await harness.send({ target, body: bodyOfLength(maxBytes + 1) });
    expect([tooLong.status, bodyOf(tooLong)]).toMatchObject([413, { code: "payload_too_large" }]);
    expect((await harness.send({ target, body: bodyOfLength(maxBytes) })).status).toBe(400);
    expect(harness.bodyReads.map((read) => read.maxBytes)).toEqual([maxBytes, maxBytes]);
    const headers = { authorization: `Bearer ${TOKEN}`, "content-length": String(maxBytes + 1) };
    expect((await harness.send({ target, headers })).status).toBe(413);
    expect(harness.bodyReads).toHaveLength(2);
  },
);

test("answerRequest() warns once about a body that was read and not kept", async () => {
  const harness = createHarness();
  const body = { kind: "parsed", value: undefined } as const;
  expect((await harness.send({ body })).status).toBe(500);
  expect((await harness.send({ body })).status).toBe(500);
  expect(harness.warnings).toEqual([expect.stringContaining("pass on what was read")]);
  expect(harness.records[1]?.detail).toBe(harness.warnings[0]);
});

test("answerRequest() holds two of the largest bodies at once, and refuses what comes beside them", async () => {
  const gate = createGate();
  const largest = 32 * 1024 * 1024;
  const harness = createHarness({
    hooks: { maxBodyBytes: largest },
    ingress: { dispatch: () => gate.opened },
  });
  const body = new Uint8Array(largest).fill(0x20);
  body.set(new TextEncoder().encode('{"text":"hello"}'));
  const held = [harness.send({ body }), harness.send({ body })];
  const refused = await harness.send();
  expect([refused.status, bodyOf(refused)]).toMatchObject([503, { code: "bodies_overloaded" }]);
  gate.open();
  for (const answer of await Promise.all(held)) expect(answer.status).toBe(200);
  expect((await harness.send()).status).toBe(200);
});

test.each([
  ["/hooks/wake", { name: "wake", query: "" }],
  ["/hooks/github/", { name: "github", query: "" }],
  ["/hooks//wake", { name: "/wake", query: "" }],
  ["/hooks/a/b", { name: "a/b", query: "" }],
  ["/hooks", { name: "", query: "" }],
  ["/hooks/wake?a=1?b=2", { name: "wake", query: "a=1?b=2" }],
  ["http://example.com/hooks/wake", { name: "wake", query: "" }],
  ["HTTPS://example.com:8443/hooks/a?x=http://y/hooks", { name: "a", query: "x=http://y/hooks" }],
  ["http://user@[::1]:80/hooks", { name: "", query: "" }],
  ["/", undefined],
  ["ftp://example.com/hooks/wake", undefined],
  ["http:/hooks/wake", undefined],
  ["http://example.com", undefined],
  ["http://example.com?/hooks/wake", undefined],
  ["http://example.com/x/../hooks/wake", undefined],
  ["http://example.com//hooks/wake", undefined],
  ["/http://example.com/hooks/wake", undefined],
  ["/hooks%2Fwake", undefined],
  ["//hooks/wake", undefined],
])("findRoute() reads the target %s, whole or absolute, as %j", (target, route) => {
  expect(findRoute(target, "/hooks")).toEqual(route);
});

const send = async (id: string | string[], options: Parameters<typeof createHarness>[0] = {}) => {
  const harness = createHarness({
    ...options,
    ingress: { randomId: () => "own", ...options.ingress },
  });
  const answer = await harness.send({ headers: { ...BEARER, "x-request-id": id } });
  return { record: harness.records[0]?.requestId, answer: answer.headers["x-request-id"] };
};

test.each(["7d0e2b3c-6a0a-4a58-9f54-0c6f2f1f8a11", "Root=1-67891233-abc", "x".repeat(128)])(
  "readRequestId() takes %s for the record, and repeats it in the answer",
  async (id) => {
    expect(await send(id)).toEqual({ record: id, answer: id });
  },
);

test.each(["", 'a"b', "naïve", "x".repeat(129), ["a", "b"]])(
  "readRequestId() does not take %j: the record has an id of its own, and the answer none",
  async (id) => {
    expect(await send(id)).toEqual({ record: "own-1", answer: undefined });
  },
);

test("readRequestId() never repeats the secret of a route", async () => {
  const auth = { provider: "github", secret: "secret-of-the-signed-routes" };
  const hooks = { mappings: [{ match: { path: "a" }, auth, messageTemplate: "x" }] };
  expect(await send(auth.secret, { hooks })).toEqual({ record: "own-1", answer: undefined });
});

test("readRequestId() takes no header that carries the token of a route", async () => {
  const auth = { token: "short", header: "x-request-id" };
  const harness = createHarness({
    hooks: { mappings: [{ match: { path: "a" }, auth, messageTemplate: "x" }] },
    ingress: { randomId: () => "own" },
  });
  const headers = { "x-request-id": "sh0rt" };
  const answer = await harness.send({ target: "/hooks/a", headers });
  expect(answer.headers).not.toHaveProperty("x-request-id");
  expect(harness.records[0]?.requestId).toBe("own-1");
});

test("withRequestId() is for refusals, too, and for answers that tell nobody else", async () => {
  const harness = createHarness({ ingress: { observer: undefined } as object });
  const answer = await harness.send({ headers: { "x-request-id": "a" } });
  expect(answer).toMatchObject({ status: 401, headers: { "x-request-id": "a" } });
  expect(answer.headers).not.toHaveProperty("deprecation");
  expect((await harness.send()).headers).not.toHaveProperty("x-request-id");
});

test("createRequestIds() makes different ids for requests from one random id", async () => {
  let drawn = 0;
  const harness = createHarness({ ingress: { randomId: () => `random-${++drawn}` } });
  for (let at = 0; at < 3; at++) await harness.send({ headers: {} });
  expect(harness.records.map(({ requestId }) => requestId)).toEqual([
    "random-1-1",
    "random-1-2",
    "random-1-3",
  ]);
});

test("answerRequest() records all that a form lost, each in a sentence", async () => {
  const harness = createHarness({
    hooks: { mappings: [{ match: { path: "ci" }, messageTemplate: "x", body: "multipart" }] },
  });
  const part = (disposition: string, headers = "") =>
    `--xx\r\nContent-Disposition: form-data; ${disposition}\r\n${headers}\r\n1\r\n`;
  const body = [
    part('name="a"', "Content-Type: text/plain; charset=x-none\r\n"),
    part('name="f"; filename="a.png"'),
    "--xx--",
  ].join("");
  const headers = { ...BEARER, "content-type": "multipart/form-data; boundary=xx" };
  await harness.send({ target: "/hooks/ci", headers, body });
  expect(harness.records).toMatchObject([
    { detail: expect.stringMatching(/^Field "a": .+ UTF-8\. The content of a file .+ "f"\./) },
  ]);
});

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

test("answerOnce() answers a repeat with the first answer, dispatches nothing, and marks it", async () => {
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

test("answerOnce() refuses a key that came with another body: 422", async () => {
  const harness = createHarness();
  await harness.send(keyed("k"));
  const answer = await harness.send(keyed("k", { ...AGENT, body: '{"message":"do that"}' }));
  expect([answer.status, bodyOf(answer)]).toEqual([
    422,
    {
      ok: false,
      error: "This key was used before with another body.",
      code: "idempotency_conflict",
    },
  ]);
  expect(harness.dispatched).toHaveLength(1);
  expect(harness.records[1]).toMatchObject({ dedupe: "conflict", code: "idempotency_conflict" });
});

test("answerOnce() accepts a key that came with another body if a 422 would disable the sender's hook", async () => {
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

test("answerOnce() forgets what failed, was refused or was not found", async () => {
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

test("answerOnce() lets a repeat wait for the first delivery, and answers it the same", async () => {
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

test("answerOnce() answers 409 after 5 s of waiting, and never 200", async () => {
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

test("answerOnce() runs the waiting repeat if the first delivery fails", async () => {
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

test("answerOnce() recognizes a repeat by the id or by the hash of the body", async () => {
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

test("answerOnce() recognizes an event that was signed anew, by a new time and a new secret", async () => {
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
])("answerOnce() answers 503 if the store %s, and warns once", async (_how, claim) => {
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

test("answerOnce() answers 503 if the store hangs, and releases a late claim", async () => {
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

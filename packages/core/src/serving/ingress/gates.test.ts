import { expect, test } from "vitest";
import { createGate } from "../../../../../tools/test-support/gate.ts";
import { BEARER, bodyOf, createHarness, TOKEN } from "../../../test/ingress/harness.ts";
import { compileHooks } from "../../compile-hooks.ts";
import type { HookEvent } from "../../model/event.ts";
import type { TransformContext } from "../../model/transform.ts";
import { findRoute } from "./create-ingress.ts";

test.each(["GET", "HEAD", "OPTIONS"])(
  "answerRequest() refuses %s and says what is allowed",
  async (method) => {
    const answer = await createHarness().send({ method });
    expect(answer).toMatchObject({ status: 405, headers: { allow: "POST" } });
    expect(bodyOf(answer)).toMatchObject({ code: "method_not_allowed" });
  },
);

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

test("answerRequest() tells the operator that the first request of some vendors brings their secret", async () => {
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
  const told = harness.records.map(({ detail }) =>
    /docs\/handshake-secrets\.md/.test(detail ?? ""),
  );
  expect(told).toEqual([true, true, false]);
  const headers = { "x-hub-signature-256": `sha256=${"0".repeat(64)}` };
  await harness.send({ target: "/hooks/github", headers, body: "" });
  expect(harness.records.at(-1)?.detail).toMatch(/The body is empty/);
});

test("answerRequest() tells the operator how a vendor's question to a hook could be answered", async () => {
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
])("answerRequest() gives the target %s without the token as the URL", async (target, url) => {
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

test("answerRequest() tells the operator once what to hand on of a body that was read", async () => {
  const harness = createHarness();
  const body = { kind: "parsed", value: undefined } as const;
  expect((await harness.send({ body })).status).toBe(500);
  expect((await harness.send({ body })).status).toBe(500);
  expect(harness.warnings).toEqual([expect.stringContaining("hand on what it made of the body")]);
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
  ["/hooks/wake", "wake"],
  ["/hooks/github/", "github"],
  ["/hooks//wake", "/wake"],
  ["/hooks/a/b", "a/b"],
  ["/hooks", ""],
])("findRoute() takes from %s the name %j", (target, name) => {
  expect(findRoute(target, "/hooks")).toEqual({ name, query: "" });
});

test.each([
  ["/hooks/wake?x=1", { name: "wake", query: "x=1" }],
  ["/hooks/wake?a=1?b=2", { name: "wake", query: "a=1?b=2" }],
])("findRoute() splits %s at the first question mark", (target, route) => {
  expect(findRoute(target, "/hooks")).toEqual(route);
});

test.each([
  ["http://example.com/hooks/wake", { name: "wake", query: "" }],
  [
    "HTTPS://example.com:8443/hooks/a/b?x=http://y/hooks",
    { name: "a/b", query: "x=http://y/hooks" },
  ],
  ["http://user@[::1]:80/hooks", { name: "", query: "" }],
])("findRoute() reads the absolute form %s like a path", (target, route) => {
  expect(findRoute(target, "/hooks")).toEqual(route);
});

test.each([
  "/",
  "ftp://example.com/hooks/wake",
  "http:/hooks/wake",
  "http://example.com",
  "http://example.com?/hooks/wake",
  "http://example.com/x/../hooks/wake",
  "http://example.com//hooks/wake",
  "/http://example.com/hooks/wake",
  "/hooks%2Fwake",
  "//hooks/wake",
])("findRoute() leaves %s alone", (target) => {
  expect(findRoute(target, "/hooks")).toBe(undefined);
});

test("findRoute() takes a base path of two segments as a whole", () => {
  expect(findRoute("/api/hooks/wake", "/api/hooks")).toEqual({ name: "wake", query: "" });
  expect(findRoute("/api/wake", "/api/hooks")).toBe(undefined);
  expect(findRoute("/hooks/wake", "/api/hooks")).toBe(undefined);
});

test("createIngress() leaves every request alone unless hooks.enabled is true", () => {
  expect(createHarness().isOurs("/hooks/wake")).toBe(true);
  expect(createHarness().isOurs("/elsewhere")).toBe(false);
  const disabled = createHarness({ hooks: { enabled: false } });
  expect(disabled.isOurs("/hooks/wake")).toBe(false);
  expect(disabled.records).toEqual([]);
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

test.each(["", 'a"b', "naïve", "x".repeat(129)])(
  "readRequestId() does not take %j: the record has an id of its own, and the answer none",
  async (id) => {
    expect(await send(id)).toEqual({ record: "own-1", answer: undefined });
  },
);

test("readRequestId() takes none of two", async () => {
  expect(await send(["a", "b"])).toEqual({ record: "own-1", answer: undefined });
});

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
  expect((await harness.send()).headers).not.toHaveProperty("x-request-id");
});

test("createRequestIds() gives each request another id, made of one random id", async () => {
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

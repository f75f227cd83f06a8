import { expect, test } from "vitest";
import {
  BEARER,
  bodyOf,
  createHarness,
  type SentRequest,
  TOKEN,
} from "../../../test/ingress/harness.ts";
import { compileHooks } from "../../compile-hooks.ts";
import { describeHead, describeTokenFailure, readToken } from "./credentials.ts";
import type { TokenCarriers } from "./state.ts";

const wrong: SentRequest = { headers: { authorization: "Bearer wrong" } };

test("checkCredentials() refuses a missing and a wrong token alike", async () => {
  const harness = createHarness();
  for (const headers of [{}, { authorization: "Bearer wrong" }, { authorization: `${TOKEN}` }]) {
    const answer = await harness.send({ headers });
    expect(answer).toMatchObject({ status: 401, headers: { "www-authenticate": "Bearer" } });
    expect(bodyOf(answer)).toEqual({
      ok: false,
      error: "Missing or wrong credentials.",
      code: "unauthorized",
    });
  }
});

test.each([
  ["a part of it", TOKEN.slice(0, -1)],
  ["more than it", `${TOKEN}x`],
  ["another case of it", TOKEN.toUpperCase()],
  ["it twice", `${TOKEN}${TOKEN}`],
])("checkCredentials() refuses %s", async (_what, token) => {
  const answer = await createHarness().send({ headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(401);
});

test("checkCredentials() does not look behind a wrong token for a right one", async () => {
  const headers = { authorization: "Bearer wrong", "x-gateway-token": TOKEN };
  const answer = await createHarness().send({ headers, target: `/hooks/wake?token=${TOKEN}` });
  expect(answer.status).toBe(401);
});

test("checkCredentials() accepts header names of the option in any case", async () => {
  const harness = createHarness({ ingress: { tokenHeaders: ["X-OpenClaw-Token"] } });
  const answer = await harness.send({ headers: { "x-openclaw-token": TOKEN } });
  expect(answer.status).toBe(200);
});

test("checkCredentials() keeps the body of a stranger unread", async () => {
  const harness = createHarness();
  await harness.send({ ...wrong, body: { kind: "too-large" } });
  await harness.send({ headers: {}, target: "/hooks/unknown" });
  expect(harness.bodyReads).toEqual([]);
  expect(harness.dispatched).toEqual([]);
});

test("checkCredentials() answers 429 with Retry-After after 20 failures of a client", async () => {
  const now = 1_020_000;
  const harness = createHarness({ ingress: { clock: () => now } });
  for (let failure = 1; failure <= 20; failure++) {
    expect((await harness.send(wrong)).status).toBe(401);
  }
  const answer = await harness.send(wrong);
  expect(answer).toMatchObject({ status: 429, headers: { "retry-after": "60" } });
  expect(bodyOf(answer)).toMatchObject({ ok: false, code: "too_many_failures" });
  expect((await harness.send({ ...wrong, remoteAddress: "192.0.2.2" })).status).toBe(401);
});

test("checkCredentials() lets a right token pass after any number of failures", async () => {
  const harness = createHarness();
  for (let failure = 0; failure < 30; failure++) await harness.send(wrong);
  expect((await harness.send()).status).toBe(200);
  // Its success does not forgive the others: one of them may guess from behind the same proxy.
  expect((await harness.send(wrong)).status).toBe(429);
});

test.each([
  ["::ffff:192.0.2.9", "192.0.2.9"],
  ["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"],
  ["192.0.2.9:1000", "192.0.2.9:2000"],
])("checkCredentials() counts %s and %s as one client", async (one, other) => {
  const harness = createHarness();
  for (let failure = 0; failure < 20; failure++) {
    expect((await harness.send({ ...wrong, remoteAddress: one })).status).toBe(401);
  }
  expect((await harness.send({ ...wrong, remoteAddress: other })).status).toBe(429);
});

test("checkCredentials() takes no token from the query where the config says so", async () => {
  const query: SentRequest = { headers: {}, target: `/hooks/wake?token=${TOKEN}` };
  const send = (queryToken: boolean, option: boolean) =>
    createHarness({ hooks: { queryToken }, ingress: { queryToken: option } }).send(query);
  expect((await send(true, true)).status).toBe(200);
  expect((await send(false, true)).status).toBe(401);
  expect((await send(true, false)).status).toBe(401);
});

test("checkCredentials() counts clients without an address together", async () => {
  const harness = createHarness();
  for (let failure = 0; failure < 20; failure++) {
    await harness.send({ ...wrong, remoteAddress: undefined });
  }
  expect((await harness.send({ ...wrong, remoteAddress: undefined })).status).toBe(429);
});

test("checkCredentials() counts with the throttle of the option", async () => {
  const calls: string[] = [];
  const throttle = {
    fail: (client: string) => calls.push(client) * 7,
  };
  const harness = createHarness({ ingress: { throttle } });
  expect(await harness.send(wrong)).toMatchObject({ status: 429, headers: { "retry-after": "7" } });
  await harness.send({ headers: BEARER });
  expect(calls).toEqual(["192.0.2.1"]);
});

test("checkCredentials() waits for a throttle on another machine", async () => {
  const counts = new Map<string, number>();
  const fail = async (client: string) => {
    const count = (counts.get(client) ?? 0) + 1;
    counts.set(client, count);
    return count > 2 ? 6.2 : 0;
  };
  const harness = createHarness({ ingress: { throttle: { fail } } });
  const statuses: number[] = [];
  for (let at = 0; at < 3; at++) statuses.push((await harness.send(wrong)).status);
  expect(statuses).toEqual([401, 401, 429]);
  expect((await harness.send(wrong)).headers["retry-after"]).toBe("7");
  expect((await harness.send()).status).toBe(200);
  expect([...counts]).toEqual([["192.0.2.1", 4]]);
});

test("checkCredentials() answers 401 where the throttle fails, and warns once", async () => {
  const fail = () => Promise.reject(new Error("down"));
  const harness = createHarness({ ingress: { throttle: { fail } } });
  for (let at = 0; at < 3; at++) expect((await harness.send(wrong)).status).toBe(401);
  expect(harness.warnings).toEqual([expect.stringContaining("The throttle failed")]);
});

test("checkCredentials() has the limits of the hooks in use", async () => {
  const hooks = (failures: number) =>
    compileHooks({ hooks: { enabled: true, token: TOKEN, throttle: { failures } } });
  let current = hooks(1);
  const harness = createHarness({ ingress: { hooks: () => current } });
  expect((await harness.send(wrong)).status).toBe(401);
  expect((await harness.send(wrong)).status).toBe(429);
  current = hooks(2);
  expect((await harness.send(wrong)).status).toBe(401);
  expect((await harness.send(wrong)).status).toBe(401);
  expect((await harness.send(wrong)).status).toBe(429);
});

const carriers: TokenCarriers = { headers: ["x-gateway-token", "x-openclaw-token"], query: true };

test.each(["Bearer abc", "bearer abc", "BEARER abc", "Bearer   abc  ", "Bearer\tabc"])(
  "readToken() reads %j, whatever the case of the scheme",
  (authorization) => {
    expect(readToken({ authorization }, {}, carriers)).toEqual({ token: "abc", carrier: "bearer" });
  },
);

test("readToken() reads the header, further headers, and the query", () => {
  expect(readToken({ "x-gateway-token": " abc " }, {}, carriers)).toEqual({
    token: "abc",
    carrier: "header",
  });
  expect(readToken({ "x-openclaw-token": "abc" }, {}, carriers)).toEqual({
    token: "abc",
    carrier: "header",
  });
  expect(readToken({}, { token: " abc " }, carriers)).toEqual({ token: "abc", carrier: "query" });
});

test("readToken() takes the first carrier that is not empty", () => {
  const headers = { authorization: "Bearer 1", "x-gateway-token": "2", "x-openclaw-token": "3" };
  const query = { token: "4" };
  expect(readToken(headers, query, carriers)?.token).toBe("1");
  expect(readToken({ ...headers, authorization: "Bearer " }, query, carriers)?.token).toBe("2");
  expect(readToken({ ...headers, authorization: "Basic 1" }, query, carriers)?.token).toBe("2");
  expect(readToken({ ...headers, authorization: "Bearerx" }, query, carriers)?.token).toBe("2");
  expect(
    readToken({ "x-gateway-token": " ", "x-openclaw-token": "3" }, query, carriers)?.token,
  ).toBe("3");
  expect(readToken({ "x-gateway-token": "" }, query, carriers)?.token).toBe("4");
});

test("readToken() finds nothing where every carrier is empty or unknown", () => {
  expect(readToken({}, {}, carriers)).toBe(undefined);
  expect(readToken({ authorization: "abc", "x-token": "abc" }, { token: " " }, carriers)).toBe(
    undefined,
  );
});

test("readToken() leaves the query alone where it is switched off", () => {
  const off = { headers: [], query: false };
  expect(readToken({}, { token: "abc" }, off)).toBe(undefined);
});

test("readToken() takes a repeated header for what HTTP makes of it", () => {
  const headers = { "x-gateway-token": ["abc", "abc"] };
  expect(readToken(headers, {}, carriers)?.token).toBe("abc, abc");
});

const SECRET = "s3cret-of-somebody";
const CARRIERS = { headers: ["x-gateway-token", "x-other"], query: true };

test.each([
  [{}, {}, "The request has no credentials."],
  [{ authorization: " " }, {}, "The request has no credentials."],
  [{ authorization: `Token ${SECRET}` }, {}, 'an Authorization header of the scheme "Token"'],
  [{ authorization: `Digest username="a", realm="b"` }, {}, 'of the scheme "Digest"'],
  [{ authorization: SECRET }, {}, "an Authorization header without a scheme"],
  [{ "x-hub-signature-256": SECRET }, {}, 'the header "x-hub-signature-256"'],
  [{ "X-API-Key": SECRET, "stripe-signature": SECRET }, {}, '"x-api-key", "stripe-signature"'],
  [{ "user-agent": "x", "content-type": "y" }, { a: "b" }, "The request has no credentials."],
  [{}, { key: SECRET }, '"key" in its query'],
  [{ authorization: `Basic ${SECRET}` }, { token: SECRET }, '"Basic", and "token" in its query.'],
  [{ authorization: "correct horse" }, {}, "an Authorization header without a scheme"],
  [{ authorization: "horse correct=battery" }, {}, "an Authorization header without a scheme"],
  [{ authorization: `ApiKey ${SECRET}` }, {}, 'the scheme "ApiKey"'],
  [{ authorization: `Klaviyo-API-Key ${SECRET}` }, {}, 'the scheme "Klaviyo-API-Key"'],
  [{ authorization: `HMAC-SHA256 ${SECRET}` }, {}, 'the scheme "HMAC-SHA256"'],
])("describeHead() says of %j and %j what is there, and no value", (headers, query, sentence) => {
  const said = describeHead({ headers, query });
  expect(said).toContain(sentence);
  expect(said).not.toMatch(/s3cret|correct|horse/);
});

test("describeHead() shows at most three headers, and no name that is long", () => {
  const names = ["x-a-token", "x-b-token", "x-c-token", "x-d-token", `x-${"y".repeat(60)}-token`];
  const said = describeHead({
    headers: Object.fromEntries(names.toReversed().map((name) => [name, SECRET])),
    query: {},
  });
  expect(said).toBe('The request has the headers "x-d-token", "x-c-token", "x-b-token".');
});

test.each([
  [{ authorization: `Bearer ${SECRET}` }, {}, "It came as a bearer token."],
  [{ "x-other": SECRET }, {}, "It came in the header x-other."],
  [{}, { token: SECRET }, "It came in the query."],
  [{ authorization: `Basic ${SECRET}` }, {}, 'The hook token comes as "Authorization: Bearer …".'],
])("describeTokenFailure() says how %j and %j carry a wrong token", (headers, query, sentence) => {
  const said = describeTokenFailure({ headers, query }, CARRIERS);
  expect(said).toContain(sentence);
  expect(said).not.toContain(SECRET);
});

const mappings = [{ match: { path: "ci" }, messageTemplate: "{{job}}" }];
const QUERY = `token=${TOKEN}`;

test("markDeprecated() adds a Deprecation header to every answer that ?token= opened", async () => {
  const harness = createHarness({ hooks: { mappings } });
  const statuses: number[] = [];
  for (const [target, body] of [
    ["wake", '{"text":"x"}'],
    ["ci", "{}"],
    ["ci", "{"],
    ["unknown", "{}"],
  ]) {
    const answer = await harness.send({
      target: `/hooks/${target}?${QUERY}`,
      headers: {},
      body: body ?? "",
    });
    statuses.push(answer.status);
    expect(answer.headers["deprecation"]).toMatch(/^@\d+$/);
  }
  expect(statuses).toEqual([200, 202, 400, 404]);
});

test("markDeprecated() leaves other answers as they are", async () => {
  const harness = createHarness();
  const answers = [
    await harness.send(),
    await harness.send({ headers: { "x-gateway-token": TOKEN } }),
    await harness.send({ target: `/hooks/wake?${QUERY}`, headers: BEARER }),
    await harness.send({ target: "/hooks/wake?token=wrong", headers: {} }),
  ];
  for (const { headers } of answers) expect(headers).not.toHaveProperty("deprecation");
});

test("createQueryTokenWarning() warns once for each name of a hook", async () => {
  const harness = createHarness({ hooks: { mappings } });
  for (const name of ["wake", "wake", "ci", "wake", "ci", "unknown"]) {
    await harness.send({ target: `/hooks/${name}?${QUERY}`, headers: {} });
  }
  expect(harness.warnings).toEqual([
    'The hook "wake" was called with ?token=, which is deprecated: send "Authorization: Bearer …".',
    'The hook "ci" was called with ?token=, which is deprecated: send "Authorization: Bearer …".',
  ]);
});

test("createQueryTokenWarning() keeps names to one short line and remembers a thousand", async () => {
  const harness = createHarness({ hooks: { mappings: [{ messageTemplate: "{{job}}" }] } });
  const ofConfig = harness.warnings.length;
  await harness.send({ target: `/hooks/a\u0085b${"x".repeat(200)}?${QUERY}`, headers: {} });
  expect(harness.warnings[ofConfig]).toContain(`"a b${"x".repeat(125)}"`);
  for (let index = 0; index < 1_100; index++) {
    await harness.send({ target: `/hooks/${index}?${QUERY}`, headers: {} });
  }
  expect(harness.warnings).toHaveLength(ofConfig + 1_000);
});

test("createIngress() answers 401 to ?token= where it is switched off", async () => {
  const harness = createHarness({ ingress: { queryToken: false } });
  const answer = await harness.send({ target: `/hooks/wake?${QUERY}`, headers: {} });
  expect(answer.status).toBe(401);
  expect(harness.warnings).toEqual([]);
});

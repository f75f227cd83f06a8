// Routes with an `auth`, from the request to the record: what the conformance cases do not see from outside.
import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { certificatePem } from "../../../test/auth/certificates.ts";
import { createFakeService } from "../../../test/auth/key-services.ts";
import { NOW } from "../../../test/auth/requests.ts";
import {
  CERTIFICATE_URL,
  confirmation,
  notification,
  signSns,
  TOPIC,
} from "../../../test/auth/sns.ts";
import { RSA, SECONDS_NOW, signToken } from "../../../test/auth/tokens.ts";
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
import { describeHead, describeTokenFailure, readToken } from "./credentials.ts";
import type { BodyRead } from "./request.ts";
import type { TokenCarriers } from "./state.ts";

const SECRET = "secret-of-the-signed-routes";
const BODY = '{"action":"opened"}';

function harnessOf(auth: AuthInput | "none", options: HarnessOptions & { fields?: object } = {}) {
  const { fields, ...rest } = options;
  return createHarness({
    ...rest,
    hooks: {
      mappings: [{ id: "a", match: { path: "a" }, auth, messageTemplate: "{{action}}", ...fields }],
    },
  });
}

const GITHUB = { provider: "github", secret: SECRET } as const;

function sign(body: string | Uint8Array = BODY): Record<string, string> {
  const hmac = createHmac("sha256", SECRET).update(body).digest("hex");
  return { "x-hub-signature-256": `sha256=${hmac}` };
}

const RIGHT = { target: "/hooks/a", headers: sign(), body: BODY };

test("authenticate() records the reason and does not tell the sender", async () => {
  const harness = harnessOf(GITHUB);
  const answer = await harness.send({ ...RIGHT, body: "{}" });
  expect(answer).toEqual({
    status: 401,
    headers: { "content-type": "application/json; charset=utf-8", "www-authenticate": "Bearer" },
    body: '{"ok":false,"error":"Missing or wrong credentials.","code":"unauthorized"}',
  });
  expect(harness.records[0]).toMatchObject({
    auth: "signature_wrong",
    code: "unauthorized",
    detail: expect.stringMatching(/^The signature is wrong/),
    bodyBytes: 2,
  });
});

test("authenticate() refuses everything in the same bytes and headers", async () => {
  const harness = harnessOf(GITHUB, { ingress: { throttle: { fail: () => 0 } } });
  const answers = [
    await harness.send({ ...RIGHT, headers: {} }),
    await harness.send({ ...RIGHT, headers: { "x-hub-signature-256": "sha256=00" } }),
    await harness.send({ ...RIGHT, body: "{}" }),
    await harness.send({ ...RIGHT, headers: BEARER }),
    await harness.send({ ...RIGHT, target: "/hooks/unknown" }),
    await harness.send({ target: "/hooks/wake", headers: {} }),
  ];
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]?.status).toBe(401);
});

test("authenticate() refuses pages of other sites on an open hook before it reads their body", async () => {
  const harness = harnessOf("none");
  const send = (headers: Record<string, string>) => harness.send({ target: "/hooks/a", headers });
  const refused = await send({ origin: "https://evil.example", host: "hooks.example.com" });
  expect(bodyOf(refused)).toEqual({
    ok: false,
    error: "Pages of other sites may not send events to this hook.",
    code: "origin_refused",
  });
  expect(await send({ origin: "https://hooks.example.com" })).toMatchObject({ status: 403 });
  expect(await send({ origin: "null", host: "null" })).toMatchObject({ status: 403 });
  expect(harness.bodyReads).toEqual([]);
  expect(harness.records[0]?.detail).not.toContain("evil");
  const own = { origin: "https://hooks.example.com", host: "Hooks.Example.com:443" };
  expect(await send(own)).toMatchObject({ status: 202 });
});

test("authenticate() reads a body within its limit, and in less time before its sender is known", async () => {
  const header = { token: SECRET, header: "x-token" };
  const limits = async (auth: AuthInput, ingress = {}) => {
    const harness = harnessOf(auth, { ingress, fields: { maxBodyBytes: 100 } });
    await harness.send({ ...RIGHT, headers: { ...sign(), "x-token": SECRET } });
    const [read] = harness.bodyReads;
    return [read?.maxBytes, read?.timeoutMs];
  };
  expect(await limits(GITHUB)).toEqual([100, 10_000]);
  expect(await limits(header)).toEqual([100, 15_000]);
  const short = { unauthenticatedBodies: { timeoutMs: 5_000 } };
  expect(await limits(GITHUB, short)).toEqual([100, 5_000]);
  expect(await limits(GITHUB, { bodyTimeoutMs: 3_000 })).toEqual([100, 3_000]);
});

test("authenticate() refuses a body that had to make room, however the adapter has read it", async () => {
  const time = createFakeTime();
  const reads: ((read: BodyRead) => void)[] = [];
  const hooks = { mappings: [{ match: { path: "a" }, auth: GITHUB, messageTemplate: "x" }] };
  const ends: string[] = [];
  const harness = createHarness({
    hooks,
    ingress: { clock: time.clock, unauthenticatedBodies: { maxRequests: 1 } },
  });
  const send = (name: string) =>
    harness.send({
      ...RIGHT,
      read: (limits) => {
        if (limits.meter?.begin(() => ends.push(name)) === false) {
          return Promise.resolve({ kind: "overloaded" });
        }
        return new Promise((resolve) => reads.push(resolve));
      },
    });
  const first = send("first");
  expect(bodyOf(await send("too early"))).toMatchObject({ code: "bodies_overloaded" });
  await time.advance(1_000);
  const second = send("second");
  for (const resolve of reads) {
    resolve({ kind: "bytes", bytes: new TextEncoder().encode(BODY) });
  }
  expect(await first).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
  expect(bodyOf(await first)).toMatchObject({ code: "bodies_overloaded" });
  expect(await second).toMatchObject({ status: 202 });
  expect(ends).toEqual(["first"]);
  expect(harness.records.map(({ detail }) => detail)).toEqual([
    undefined,
    expect.stringMatching(/^Others needed the room of this body/),
    undefined,
  ]);
});

test("authenticate() refuses a body that has no room beside others, even if it came in one piece", async () => {
  const harness = harnessOf(GITHUB, {
    ingress: { unauthenticatedBodies: { maxBytes: BODY.length - 1 } },
  });
  const answer = await harness.send(RIGHT);
  expect([answer.status, bodyOf(answer)]).toMatchObject([503, { code: "bodies_overloaded" }]);
  const declared = { ...RIGHT, headers: { ...sign(), "content-length": String(BODY.length) } };
  expect(await harness.send(declared)).toMatchObject({ status: 503 });
  expect(harness.bodyReads).toHaveLength(1);
});

test("authenticate() has room for the largest body of its routes, and for no larger one", async () => {
  const MIB = 1024 * 1024;
  const mapping = (path: string, maxBodyBytes: number, auth?: AuthInput) => ({
    match: { path },
    maxBodyBytes,
    messageTemplate: "x",
    ...(auth && { auth }),
  });
  const harness = createHarness({
    hooks: {
      mappings: [
        mapping("a", 20 * MIB, GITHUB),
        mapping("b", 24 * MIB),
        { messageTemplate: "the catch-all" },
      ],
    },
  });
  const sendBytes = (target: string, size: number) => {
    const body = new Uint8Array(size).fill(0x20);
    body.set(new TextEncoder().encode("{}"));
    return harness.send({ target, headers: { ...sign(body), ...BEARER }, body });
  };
  expect(await sendBytes("/hooks/a", 20 * MIB)).toMatchObject({ status: 202 });
  expect(await sendBytes("/hooks/a", 20 * MIB + 1)).toMatchObject({ status: 413 });
  expect(await sendBytes("/hooks/b", 24 * MIB)).toMatchObject({ status: 202 });
});

test("authenticate() frees its part of the budget once it knows the sender", async () => {
  let inside = 0;
  const harness = harnessOf(GITHUB, {
    ingress: {
      unauthenticatedBodies: { maxBytes: BODY.length },
      idempotency: false,
      dispatch: async () => {
        inside += 1;
        if (inside === 1) expect((await harness.send(RIGHT)).status).toBe(202);
      },
    },
  });
  expect((await harness.send(RIGHT)).status).toBe(202);
  expect(inside).toBe(2);
});

test("authenticate() frees its part of the budget if the check fails", async () => {
  const harness = harnessOf(GITHUB, {
    ingress: { unauthenticatedBodies: { maxBytes: BODY.length } },
    compile: {
      crypto: {
        hmacKey: () => ({ sign: () => Promise.reject(new Error("no cryptography")) }),
        publicKey: () => ({ verify: () => false }),
        sha256: () => new Uint8Array(32),
      },
    },
  });
  for (const _turn of [1, 2]) {
    expect(await harness.send(RIGHT)).toMatchObject({ status: 500 });
  }
});

test("authenticate() makes as many HMACs for a wrong signature as for a right one", async () => {
  const calls: number[] = [];
  const harness = harnessOf(
    { provider: "github", secrets: [SECRET, `${SECRET}-of-before`] },
    {
      compile: {
        crypto: {
          hmacKey: () => ({
            sign: (parts) => {
              calls.push(parts.length);
              return new Uint8Array(createHmac("sha256", SECRET).update(String(parts[0])).digest());
            },
          }),
          publicKey: () => ({ verify: () => false }),
          sha256: () => new Uint8Array(32),
        },
      },
    },
  );
  await harness.send(RIGHT);
  const right = calls.splice(0);
  await harness.send({ ...RIGHT, body: '{"action":"closed"}' });
  expect(calls).toEqual(right);
  expect(right).toHaveLength(2);
});

const PARSED: BodyRead = { kind: "parsed", value: { action: "opened" } };

test("authenticate() refuses a parsed body, and warns once", async () => {
  const harness = harnessOf(GITHUB);
  for (const body of [PARSED, { kind: "parsed", value: undefined }] as const) {
    const answer = await harness.send({ ...RIGHT, body });
    expect([answer.status, bodyOf(answer)]).toMatchObject([500, { code: "body_already_parsed" }]);
  }
  expect(harness.warnings).toEqual([expect.stringMatching(/^A body that was parsed before/)]);
  expect(harness.records[0]?.detail).toBe(harness.warnings[0]);
  expect(harness.dispatched).toEqual([]);
});

test("authenticate() accepts a parsed body with a right token in a header", async () => {
  const harness = harnessOf({ token: SECRET, header: "x-token" });
  const sent = { target: "/hooks/a", body: PARSED };
  expect(await harness.send({ ...sent, headers: { "x-token": SECRET } })).toMatchObject({
    status: 202,
  });
  expect(await harness.send({ ...sent, headers: {} })).toMatchObject({ status: 401 });
});

test("authenticate() reads no body if a token in a header is wrong", async () => {
  const harness = harnessOf({ token: SECRET, header: "x-token" });
  await harness.send({ target: "/hooks/a", headers: { "x-token": "wrong" } });
  expect(harness.bodyReads).toEqual([]);
});

test("authenticate() measures the body of a right token like any other", async () => {
  const harness = harnessOf({ token: SECRET, header: "x-token" });
  const headers = { "x-token": SECRET, "content-length": "10000000" };
  expect(await harness.send({ target: "/hooks/a", headers })).toMatchObject({ status: 413 });
  expect(harness.bodyReads).toEqual([]);
  const slow = { target: "/hooks/a", headers: { "x-token": SECRET }, body: { kind: "timeout" } };
  expect(await harness.send(slow as SentRequest)).toMatchObject({ status: 408 });
});

test("authenticate() asks a verifier, and counts no secret of its", async () => {
  const verifiers = { mine: ({ body }: { body: Uint8Array }) => body.length === BODY.length };
  const harness = harnessOf({ verify: "mine" }, { compile: { verifiers } });
  expect(await harness.send({ target: "/hooks/a", headers: {}, body: BODY })).toMatchObject({
    status: 202,
  });
  expect(await harness.send({ target: "/hooks/a", headers: {}, body: "" })).toMatchObject({
    status: 401,
  });
  expect(harness.records[0]).not.toHaveProperty("keyIndex");
  expect(harness.records[1]).toMatchObject({ auth: "verifier_refused" });
});

test("authenticate() needs no vendor token if a verifier accepts", async () => {
  const harness = harnessOf(
    { provider: "monday", verify: "mine" },
    { compile: { verifiers: { mine: () => true } } },
  );
  expect(await harness.send({ target: "/hooks/a", headers: {}, body: BODY })).toMatchObject({
    status: 202,
  });
});

test("authenticate() treats the hook token on a route with orToken as on any other", async () => {
  const harness = harnessOf({ ...GITHUB, orToken: true });
  const { authorization } = BEARER;
  const sent = { target: "/hooks/a", body: BODY };
  await harness.send({ ...sent, headers: { authorization, "idempotency-key": "key" } });
  expect(harness.dispatched[0]?.context.idempotencyKey).toBe("key");
  const long = await harness.send({
    ...sent,
    headers: { authorization, "content-length": "10000000" },
  });
  expect(long.status).toBe(413);
  const bad = await harness.send({
    ...sent,
    headers: { authorization, "idempotency-key": "x".repeat(257) },
  });
  expect(bodyOf(bad)).toMatchObject({ code: "invalid_idempotency_key" });
});

test("authenticate() takes for an idempotency key the id that the signature covers", async () => {
  const secret = Buffer.from(SECRET).toString("base64");
  const harness = harnessOf(
    { provider: "standard-webhooks", secret: `whsec_${secret}` },
    { ingress: { clock: () => 1_700_000_000_000 } },
  );
  const hmac = createHmac("sha256", SECRET).update(`msg_1.1700000000.${BODY}`).digest("base64");
  const headers = {
    "webhook-id": "msg_1",
    "webhook-timestamp": "1700000000",
    "webhook-signature": `v1,${hmac}`,
    "idempotency-key": "of-the-sender",
  };
  expect(await harness.send({ target: "/hooks/a", headers, body: BODY })).toMatchObject({
    status: 202,
  });
  expect(harness.dispatched[0]?.context.idempotencyKey).toBe("msg_1");
});

test("an unsigned idempotency key of a signed route is none", async () => {
  const harness = harnessOf(GITHUB);
  await harness.send({ ...RIGHT, headers: { ...sign(), "idempotency-key": "of-the-sender" } });
  expect(harness.dispatched[0]?.context.idempotencyKey).toBeUndefined();
});

test("dispatch gets no header of a secret, and no token that a proxy has copied", async () => {
  const inHeader = harnessOf(
    { token: SECRET, header: "x-token" },
    { ingress: { dispatchHeaders: ["x-token", "x-other"] } },
  );
  await inHeader.send({
    target: "/hooks/a",
    headers: { "x-token": SECRET, "x-other": "1" },
    body: BODY,
  });
  expect(inHeader.dispatched[0]?.context.headers).toEqual({ "x-other": "1" });
  const inQuery = harnessOf(
    { token: SECRET, query: "key" },
    { ingress: { dispatchHeaders: ["x-original-uri"] } },
  );
  await inQuery.send({
    target: `/hooks/a?key=${SECRET}`,
    headers: { "x-original-uri": `/hooks/a?key=${SECRET}` },
    body: BODY,
  });
  expect(inQuery.dispatched[0]?.context.headers).toEqual({ "x-original-uri": "/hooks/a?key=***" });
});

test("a transform does not see the token of a query", async () => {
  const seen: string[] = [];
  const harness = harnessOf(
    { token: SECRET, query: "key" },
    {
      fields: { transform: { module: "see.js" } },
      compile: { transforms: { "see.js": (context) => void seen.push(JSON.stringify(context)) } },
    },
  );
  await harness.send({ target: `/hooks/a?x=1&key=${SECRET}`, headers: {}, body: BODY });
  expect(seen).toHaveLength(1);
  expect(seen[0]).toContain("x=1");
  expect(seen[0]).not.toContain(SECRET);
});

test("answerEvent() keeps failures of ours as they are for a sender that a 400 would switch off", async () => {
  const harness = harnessOf(
    { provider: "figma", token: SECRET },
    {
      fields: { transform: { module: "fails.js" } },
      compile: {
        transforms: {
          "fails.js": () => {
            throw new Error("broken");
          },
        },
      },
    },
  );
  const body = JSON.stringify({ passcode: SECRET });
  expect(await harness.send({ target: "/hooks/a", headers: {}, body })).toMatchObject({
    status: 500,
  });
});

test("authenticate() returns the event the query that was signed, and no other", async () => {
  const publicUrl = "https://hooks.example.com/hooks/a?tenant=7";
  const harness = harnessOf(
    { provider: "square", secret: SECRET, publicUrl },
    {
      ingress: { idempotency: false },
      fields: { messageTemplate: "{{query.tenant}}|{{query.x}}|{{query.y}}" },
    },
  );
  const text = async (query: string, signedUrl: string) => {
    const mac = createHmac("sha256", SECRET)
      .update(signedUrl + BODY)
      .digest("base64");
    const headers = { "x-square-hmacsha256-signature": mac };
    await harness.send({ target: `/hooks/a?${query}`, headers, body: BODY });
    return harness.dispatched.at(-1)?.action.untrustedText;
  };
  // A proxy, or a stranger, has replaced the query: that of the config is what was signed.
  expect(await text("tenant=8&x=1", publicUrl)).toBe("7||");
  // The sender has signed what it added.
  expect(await text("tenant=7&y=2", `${publicUrl}&y=2`)).toBe("7||2");
});

test.each<[AuthInput, Readonly<Record<string, string>>]>([
  [GITHUB, sign()],
  [
    { scheme: "jwt", secret: SECRET },
    { authorization: `Bearer ${signToken({ iat: SECONDS_NOW }, { key: SECRET })}` },
  ],
])(
  "authenticate() returns the event the query of publicUrl if %j signs no URL",
  async (auth, headers) => {
    const textOf = async (publicUrl: string, query: string) => {
      const harness = harnessOf(
        { ...auth, publicUrl },
        {
          compile: { clock: () => NOW },
          ingress: { clock: () => NOW },
          fields: { messageTemplate: "{{query.tenant}}|{{query.x}}" },
        },
      );
      await harness.send({ target: `/hooks/a${query}`, body: BODY, headers });
      return harness.dispatched.at(-1)?.action.untrustedText;
    };
    const publicUrl = "https://hooks.example.com/hooks/a?tenant=7";
    for (const query of ["?tenant=8&x=1", "?tenant=7&x=1", "?tenant=7&tenant=8", "?x=1", ""]) {
      expect(await textOf(publicUrl, query)).toBe("7|");
    }
    expect(await textOf("https://hooks.example.com/hooks/a", "?tenant=8&x=1")).toBe("8|1");
  },
);

test("authenticate() hides a copy of a Basic credential in any header, encoded as it was sent", async () => {
  const passwords = [
    "the-password-of-the-hook",
    "the-password-of-the-hooks",
    "the-password-of-hooks!!",
  ];
  // The same credential as user and password, and as the token of a vendor that sends Basic.
  const auths = passwords.flatMap((password): readonly (readonly [string, AuthInput])[] => [
    [password, { basic: { user: "user", password } }],
    [password, { provider: "postmark", token: `user:${password}` }],
  ]);
  for (const [password, auth] of auths) {
    const encoded = Buffer.from(`user:${password}`).toString("base64");
    const harness = harnessOf(auth, {
      fields: { messageTemplate: "{{headers.x-forwarded-authorization}}|{{headers.x-auth}}" },
    });
    const copies = {
      "x-forwarded-authorization": `Basic ${encoded}`,
      "x-auth": encoded.replace(/=+$/, ""),
    };
    await harness.send({
      target: "/hooks/a",
      headers: { authorization: `Basic ${encoded}`, ...copies },
    });
    expect(harness.dispatched[0]?.action.untrustedText).toMatch(/^Basic \*{3}=*\|\*{3}$/);
  }
});

test("authenticate() answers a probe with the hook token on a route with orToken, and none without a token", async () => {
  const handshake = { probe: "HEAD" } as const;
  const harness = harnessOf({ token: SECRET, header: "x-token", orToken: true, handshake });
  const probe = (headers: Record<string, string>) =>
    harness.send({ target: "/hooks/a", method: "HEAD", headers });
  expect(await probe(BEARER)).toMatchObject({ status: 200, body: "" });
  expect(await probe({ "x-token": SECRET })).toMatchObject({ status: 200, body: "" });
  expect(await probe({})).toMatchObject({ status: 401 });
  expect(harness.records.map((record) => record.auth)).toEqual([
    undefined,
    undefined,
    "token_missing",
  ]);
});

test("authenticate() verifies an empty body as it is, whatever compression is declared", async () => {
  const harness = harnessOf({ ...GITHUB, signed: "{body:decoded}" });
  const headers = { ...sign(""), "content-encoding": "gzip" };
  const answer = await harness.send({ target: "/hooks/a", headers, body: "" });
  expect(harness.records[0]?.auth).toBeUndefined();
  expect(answer.status).not.toBe(401);
});

test("authenticate() answers a handshake by a POST without a length, and accepts no event like that", async () => {
  const body: BodyRead = { kind: "no-length" };
  const graph = harnessOf({ provider: "microsoft-graph", token: SECRET });
  const target = "/hooks/a?validationToken=abc";
  expect(await graph.send({ target, headers: {}, body })).toMatchObject({
    status: 200,
    body: "abc",
  });
  const github = harnessOf(GITHUB);
  expect(await github.send({ ...RIGHT, body })).toMatchObject({ status: 411 });
});

const KEYS = "https://login.example.com/keys";
const JWKS = JSON.stringify({ keys: [{ ...RSA.publicKey.export({ format: "jwk" }), kid: "one" }] });
const HOUR = 3_600_000;
const PEM = certificatePem({ key: RSA, notBefore: Date.now() - HOUR, notAfter: Date.now() + HOUR });

function start(auth: AuthInput, template = "{{action}}") {
  const service = createFakeService({ [KEYS]: JWKS, [CERTIFICATE_URL]: PEM });
  const mapping = { id: "a", match: { path: "a" }, auth, messageTemplate: template };
  const harness = createHarness({
    hooks: { mappings: [mapping] },
    compile: { keys: service.keys, clock: Date.now },
    ingress: { clock: Date.now },
  });
  return { ...service, harness };
}

const OWN: AuthInput = { scheme: "jwt", jwks: KEYS };

const sent = (kid: string) => {
  const claims = { iat: Math.floor(Date.now() / 1000) };
  const token = signToken(claims, { key: RSA.privateKey, header: { kid } });
  return {
    target: "/hooks/a",
    headers: { authorization: `Bearer ${token}` },
    body: '{"action":"opened"}',
  };
};

test("authenticate() accepts a token whose key was fetched, and hides the token", async () => {
  const { harness } = start(OWN, "{{action}} {{headers.authorization}}");
  expect((await harness.send(sent("one"))).status).toBe(202);
  expect(harness.records[0]).toMatchObject({ mappingId: "a", keyIndex: 0 });
  expect(JSON.stringify([harness.records, harness.dispatched])).not.toContain("eyJ");
});

test("authenticate() shows a signed token of any header to nobody", async () => {
  const { harness } = start({ ...OWN, header: "x-jwt" }, '{{action}} {{headers["x-jwt"]}}');
  const { headers, ...request } = sent("one");
  const token = headers.authorization.slice("Bearer ".length);
  expect((await harness.send({ ...request, headers: { "x-jwt": token } })).status).toBe(202);
  expect(harness.dispatched).toHaveLength(1);
  expect(JSON.stringify([harness.records, harness.dispatched])).not.toContain("eyJ");
});

test("authenticate() answers 503 with Retry-After while nobody can say whether a request is right", async () => {
  const { harness, answer } = start(OWN);
  answer(KEYS, new Error("down"));
  for (let count = 0; count < 30; count++) {
    expect(await harness.send(sent("one"))).toMatchObject({
      status: 503,
      headers: { "retry-after": "30" },
      body: expect.stringContaining('"keys_unavailable"'),
    });
  }
  expect(harness.records[0]).toMatchObject({
    auth: "keys_unavailable",
    code: "keys_unavailable",
    detail: expect.stringContaining("are not available"),
  });
  expect(harness.dispatched).toEqual([]);
});

test("authenticate() refuses an unknown key in the bytes of every other refusal", async () => {
  const { harness } = start(OWN);
  const unknown = await harness.send(sent("two"));
  expect(harness.records[0]?.auth).toBe("key_unknown");
  expect(await harness.send({ ...sent("one"), headers: {} })).toEqual(unknown);
  expect(unknown.status).toBe(401);
});

const SNS: AuthInput = { provider: "sns", topics: [TOPIC] };
const now = { Timestamp: new Date().toISOString() };
const post = (body: string) => ({
  target: "/hooks/a",
  headers: { "content-type": "text/plain; charset=UTF-8" },
  body,
});

test("authenticate() dispatches notifications of SNS without what could end the subscription", async () => {
  const { harness } = start(SNS, "{{Subject}} {{UnsubscribeURL}}");
  expect((await harness.send(post(signSns(notification(now))))).status).toBe(202);
  expect(harness.dispatched).toHaveLength(1);
  expect(JSON.stringify(harness.dispatched)).toContain("My subject");
  expect(JSON.stringify([harness.dispatched, harness.records])).not.toContain("Action=");
});

test("authenticate() answers a confirmation of SNS that nobody asked for, and dispatches nothing", async () => {
  const { harness, asked } = start(SNS);
  expect(await harness.send(post(signSns(confirmation(now))))).toEqual({
    status: 200,
    headers: {},
    body: "",
  });
  expect(harness.records[0]).toMatchObject({
    handshake: "sns",
    detail: expect.stringContaining("waits for its confirmation"),
  });
  expect([harness.dispatched, asked]).toEqual([[], [CERTIFICATE_URL]]);
  const theirs = { ...now, TopicArn: `${TOPIC}-of-others` };
  expect((await harness.send(post(signSns(confirmation(theirs))))).status).toBe(401);
});

const wrong: SentRequest = { headers: { authorization: "Bearer wrong" } };

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
  [undefined, undefined],
])("checkCredentials() counts %s and %s as one client", async (one, other) => {
  const harness = createHarness();
  for (let failure = 0; failure < 20; failure++) {
    expect((await harness.send({ ...wrong, remoteAddress: one })).status).toBe(401);
  }
  expect((await harness.send({ ...wrong, remoteAddress: other })).status).toBe(429);
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

test("checkCredentials() answers 401 if the throttle fails, and warns once", async () => {
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

test.each([
  ...["Bearer abc", "bearer abc", "BEARER abc", "Bearer   abc  ", "Bearer\tabc"].map(
    (authorization) => [{ authorization }, {}, { token: "abc", carrier: "bearer" }] as const,
  ),
  [{ "x-gateway-token": " abc " }, {}, { token: "abc", carrier: "header" }],
  [{ "x-openclaw-token": "abc" }, {}, { token: "abc", carrier: "header" }],
  [{}, { token: " abc " }, { token: "abc", carrier: "query" }],
  // The first that is not empty.
  [{ authorization: "Bearer 1", "x-gateway-token": "2" }, { token: "4" }, { token: "1" }],
  [
    { authorization: "Bearer ", "x-gateway-token": "2", "x-openclaw-token": "3" },
    {},
    { token: "2" },
  ],
  [{ authorization: "Basic 1", "x-gateway-token": "2" }, {}, { token: "2" }],
  [{ authorization: "Bearerx", "x-gateway-token": "2" }, {}, { token: "2" }],
  [{ "x-gateway-token": " ", "x-openclaw-token": "3" }, { token: "4" }, { token: "3" }],
  [{ "x-gateway-token": "" }, { token: "4" }, { token: "4" }],
  // What HTTP makes of a repeated header.
  [{ "x-gateway-token": ["abc", "abc"] }, {}, { token: "abc, abc" }],
] as const)("readToken() of %j and %j is %j", (headers, query, found) => {
  expect(readToken(headers, query, carriers)).toMatchObject(found);
});

test("readToken() finds nothing if every carrier is empty, unknown or switched off", () => {
  expect(readToken({}, {}, carriers)).toBe(undefined);
  expect(readToken({ authorization: "abc", "x-token": "abc" }, { token: " " }, carriers)).toBe(
    undefined,
  );
  expect(readToken({}, { token: "abc" }, { headers: [], query: false })).toBe(undefined);
});

const THEIR_SECRET = "s3cret-of-somebody";
const CARRIERS = { headers: ["x-gateway-token", "x-other"], query: true };

test.each([
  [{}, {}, "The request has no credentials."],
  [{ authorization: " " }, {}, "The request has no credentials."],
  [{ authorization: `Token ${THEIR_SECRET}` }, {}, 'an Authorization header of the scheme "Token"'],
  [{ authorization: `Digest username="a", realm="b"` }, {}, 'of the scheme "Digest"'],
  [{ authorization: THEIR_SECRET }, {}, "an Authorization header without a scheme"],
  [{ "x-hub-signature-256": THEIR_SECRET }, {}, 'the header "x-hub-signature-256"'],
  [
    { "X-API-Key": THEIR_SECRET, "stripe-signature": THEIR_SECRET },
    {},
    '"x-api-key", "stripe-signature"',
  ],
  [{ "user-agent": "x", "content-type": "y" }, { a: "b" }, "The request has no credentials."],
  [{}, { key: THEIR_SECRET }, '"key" in its query'],
  [
    { authorization: `Basic ${THEIR_SECRET}` },
    { token: THEIR_SECRET },
    '"Basic", and "token" in its query.',
  ],
  [{ authorization: "correct horse" }, {}, "an Authorization header without a scheme"],
  [{ authorization: "horse correct=battery" }, {}, "an Authorization header without a scheme"],
  [{ authorization: `ApiKey ${THEIR_SECRET}` }, {}, 'the scheme "ApiKey"'],
  [{ authorization: `Klaviyo-API-Key ${THEIR_SECRET}` }, {}, 'the scheme "Klaviyo-API-Key"'],
  [{ authorization: `HMAC-SHA256 ${THEIR_SECRET}` }, {}, 'the scheme "HMAC-SHA256"'],
])("describeHead() says of %j and %j what is there, and no value", (headers, query, sentence) => {
  const said = describeHead({ headers, query });
  expect(said).toContain(sentence);
  expect(said).not.toMatch(/s3cret|correct|horse/);
});

test("describeHead() shows at most three headers, and no name that is long", () => {
  const names = ["x-a-token", "x-b-token", "x-c-token", "x-d-token", `x-${"y".repeat(60)}-token`];
  const said = describeHead({
    headers: Object.fromEntries(names.toReversed().map((name) => [name, THEIR_SECRET])),
    query: {},
  });
  expect(said).toBe('The request has the headers "x-d-token", "x-c-token", "x-b-token".');
});

test.each([
  [{ authorization: `Bearer ${THEIR_SECRET}` }, {}, "It came as a bearer token."],
  [{ "x-other": THEIR_SECRET }, {}, "It came in the header x-other."],
  [{}, { token: THEIR_SECRET }, "It came in the query."],
  [
    { authorization: `Basic ${THEIR_SECRET}` },
    {},
    'The hook token comes as "Authorization: Bearer …".',
  ],
])("describeTokenFailure() says how %j and %j carry a wrong token", (headers, query, sentence) => {
  const said = describeTokenFailure({ headers, query }, CARRIERS);
  expect(said).toContain(sentence);
  expect(said).not.toContain(THEIR_SECRET);
});

const mappings = [{ match: { path: "ci" }, messageTemplate: "{{job}}" }];
const QUERY = `token=${TOKEN}`;

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

// Routes with an `auth`, from the request to the record: what the conformance cases do not see from outside.
import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { NOW } from "../../../test/auth/requests.ts";
import { SECONDS_NOW, signToken } from "../../../test/auth/tokens.ts";
import { createFakeTime } from "../../../test/ingress/fake-time.ts";
import {
  BEARER,
  bodyOf,
  createHarness,
  type HarnessOptions,
  type SentRequest,
} from "../../../test/ingress/harness.ts";
import type { AuthInput } from "../../authoring/config/config.ts";
import type { BodyRead } from "./request.ts";

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

test("authenticate() tells the record why, and the sender nothing", async () => {
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

test("trap 20 authenticate() refuses everything in the same bytes and headers", async () => {
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

test("trap 21 authenticate() reads a body within its limit, and in less time before its sender is known", async () => {
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

test("trap 21 authenticate() refuses a body that had to make room, however the adapter has read it", async () => {
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

test("trap 21 authenticate() refuses a body that has no room beside others, also where it came in one piece", async () => {
  const harness = harnessOf(GITHUB, {
    ingress: { unauthenticatedBodies: { maxBytes: BODY.length - 1 } },
  });
  const answer = await harness.send(RIGHT);
  expect([answer.status, bodyOf(answer)]).toMatchObject([503, { code: "bodies_overloaded" }]);
  const declared = { ...RIGHT, headers: { ...sign(), "content-length": String(BODY.length) } };
  expect(await harness.send(declared)).toMatchObject({ status: 503 });
  expect(harness.bodyReads).toHaveLength(1);
});

test("trap 21 authenticate() has room for the largest body of its routes, and for no larger one", async () => {
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

test("trap 21 authenticate() frees its part of the budget once it knows the sender", async () => {
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

test("trap 21 authenticate() frees its part of the budget where the check fails", async () => {
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

test("trap 21 authenticate() makes as many HMACs for a wrong signature as for a right one", async () => {
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

test.each([
  ["too large", { kind: "too-large" }, 413],
  ["too slow", { kind: "timeout" }, 408],
] as const)("authenticate() passes on that a body is %s", async (_what, body, status) => {
  const harness = harnessOf(GITHUB);
  expect(await harness.send({ ...RIGHT, body })).toMatchObject({ status });
});

const PARSED: BodyRead = { kind: "parsed", value: { action: "opened" } };

test("trap 1 authenticate() refuses a parsed body, and warns once", async () => {
  const harness = harnessOf(GITHUB);
  for (const body of [PARSED, { kind: "parsed", value: undefined }] as const) {
    const answer = await harness.send({ ...RIGHT, body });
    expect([answer.status, bodyOf(answer)]).toMatchObject([500, { code: "body_already_parsed" }]);
  }
  expect(harness.warnings).toEqual([expect.stringMatching(/^A body that something before/)]);
  expect(harness.records[0]?.detail).toBe(harness.warnings[0]);
  expect(harness.dispatched).toEqual([]);
});

test("authenticate() takes a parsed body behind a right token in a header", async () => {
  const harness = harnessOf({ token: SECRET, header: "x-token" });
  const sent = { target: "/hooks/a", body: PARSED };
  expect(await harness.send({ ...sent, headers: { "x-token": SECRET } })).toMatchObject({
    status: 202,
  });
  expect(await harness.send({ ...sent, headers: {} })).toMatchObject({ status: 401 });
});

test("authenticate() reads no body where a token in a header is wrong", async () => {
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

test("authenticate() needs no token of the vendor's where a verifier accepts", async () => {
  const harness = harnessOf(
    { provider: "monday", verify: "mine" },
    { compile: { verifiers: { mine: () => true } } },
  );
  expect(await harness.send({ target: "/hooks/a", headers: {}, body: BODY })).toMatchObject({
    status: 202,
  });
});

test("trap 38 authenticate() treats the hook token on a route with orToken as on any other", async () => {
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

test("trap 31 authenticate() takes for an idempotency key the id that the signature covers", async () => {
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

test("trap 19 dispatch gets no header of a secret, and no token that a proxy has copied", async () => {
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

test("trap 19 a transform does not see the token of a query", async () => {
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

test("trap 4 authenticate() gives the event the query that was signed, and no other", async () => {
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
  "authenticate() gives the event the query of publicUrl where %j signs no URL",
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

test("trap 19 authenticate() hides a copy of a Basic credential in any header, encoded as it was sent", async () => {
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

test("authenticate() lets a vendor ask by a POST without a length, and takes no event so", async () => {
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

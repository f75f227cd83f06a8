// Each handshake against its questions, and against everything else.
import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { webCrypto as crypto, hmac } from "../../../core/test/auth/requests.ts";
import type { AuthRequest, HandshakeName } from "../model.ts";
import { PROVIDERS } from "../vendors/generated/vendors.ts";
import { createEcho, createHandshake, type EchoRule, HANDSHAKES } from "./create-handshake.ts";

const SECRET = "secret-of-the-handshakes";
const VERIFY = "token-of-the-handshakes";
const NAMES = Object.keys(HANDSHAKES) as HandshakeName[];

function create(name: HandshakeName, options: object = {}) {
  const publicUrl = "https://hooks.example.com/hooks/name";
  const secrets = { crypto, secrets: [SECRET, "older"], verifyToken: VERIFY, publicUrl };
  return createHandshake(name, { ...secrets, ...options });
}

function request(sent: Partial<Omit<AuthRequest, "body">> & { body?: unknown }): AuthRequest {
  const { body = "", ...rest } = sent;
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const bytes = new TextEncoder().encode(text);
  return {
    method: "POST",
    target: "/hooks/name",
    headers: {},
    receivedAt: 0,
    ...rest,
    body: bytes,
  };
}

function get(query: string): AuthRequest {
  return request({ method: "GET", target: `/hooks/name?${query}` });
}

function form(body: string): AuthRequest {
  return request({ headers: { "content-type": "application/x-www-form-urlencoded" }, body });
}

const PLAIN_TEXT = {
  "content-type": "text/plain; charset=utf-8",
  "x-content-type-options": "nosniff",
};

const FIELD: EchoRule = { from: { kind: "payload", path: ["ask", "text"] }, to: "json", as: "as" };
const FORM_FIELD: EchoRule = { ...FIELD, from: { kind: "payload", path: ["ask"] } };
const QUERY: EchoRule = { ...FIELD, from: { kind: "query", name: "ask" } };
const HEADER: EchoRule = { from: { kind: "headers", name: "x-ask" }, to: "header", as: "as" };

test.each([
  ["type 0", { type: 0 }, { status: 204, headers: {}, body: "" }],
  ["type 1", { type: 1 }, { status: 200, body: '{"type":1}' }],
  ["type 1 with an event", { type: 1, event: {} }, undefined],
  ["type 2", { type: 2 }, undefined],
])("createHandshake() answers Discord: %s", async (_what, body, answer) => {
  const given = await create("discord").answer(request({ body }));
  if (answer === undefined) expect(given).toBeUndefined();
  else expect(given).toMatchObject(answer);
});

test("createHandshake() answers SharePoint, which spells the name in lower case", async () => {
  const answer = await create("microsoft-graph").answer(
    request({ target: "/hooks/name?validationtoken=abc" }),
  );
  expect(answer).toMatchObject({ status: 200, body: "abc" });
});

test.each([
  ["okta", { method: "GET" }],
  ["dropbox", { method: "GET" }],
  ["meta", { method: "GET" }],
  ["x", { method: "GET" }],
  ["linkedin", { method: "GET" }],
  ["ebay", { method: "GET" }],
  ["microsoft-graph", {}],
  ["cloudevents", { method: "OPTIONS" }],
  ["cloudevents", { body: [{ eventType: "other" }] }],
  [
    "cloudevents",
    { body: [{ eventType: "Microsoft.EventGrid.SubscriptionValidationEvent", data: {} }] },
  ],
  ["slack", { body: { type: "url_verification" } }],
  ["slack", { body: { type: "url_verification", challenge: 5 } }],
  ["zoom", { body: { event: "endpoint.url_validation", payload: {} } }],
  ["zoom", { body: { event: "meeting.started" } }],
  ["monday", { body: {} }],
  ["monday", { body: { challenge: "c", event: {} } }],
  ["feishu", { body: { type: "url_verification", token: 5, challenge: "c" } }],
  ["feishu", { body: { type: "other", token: VERIFY, challenge: "c" } }],
  ["feishu", { body: { type: "url_verification", token: VERIFY } }],
  ["slack", { body: "no JSON" }],
  ["slack", { body: "" }],
  ["twitch", { headers: { "twitch-eventsub-message-type": "notification" } }],
  ["trello", { method: "GET" }],
  ["strava", { method: "GET" }],
  ["oura", { method: "GET" }],
  ["smartcar", { body: { eventType: "VERIFY", data: {} } }],
  ["smartcar", { body: { eventType: "VEHICLE_STATE", data: { challenge: "abc" } } }],
  ["braintree", { method: "GET" }],
  ["braintree", { method: "GET", target: "/hooks/name?bt_challenge=abc" }],
  ["braintree", { method: "GET", target: `/hooks/name?bt_challenge=${"A".repeat(20)}` }],
  ["braintree", { method: "GET", target: `/hooks/name?bt_challenge=${"a".repeat(33)}` }],
  ["woocommerce", { body: "webhook_id=" }],
  ["woocommerce", { body: "webhook_id=12&status=active" }],
  ["woocommerce", {}],
  ["probe", { body: "{}" }],
  ["front", {}],
  ["ringcentral", {}],
  ["ringcentral", { headers: { "validation-token": "abc" }, body: { event: "/restapi" } }],
  ["ringcentral", { headers: { "validation-token": "a\nb" } }],
] as const)(
  "createHandshake() leaves alone a request that is not a question of %s (%#)",
  async (name, sent) => {
    expect(await create(name).answer(request(sent))).toBeUndefined();
  },
);

test.each([
  ["woocommerce", { body: "webhook_id=12" }, "", {}],
  ["probe", { method: "GET" }, "", {}],
  ["probe", { method: "HEAD" }, "", {}],
  ["trello", { method: "HEAD" }, "", {}],
  ["front", { headers: { "x-front-challenge": "abc" } }, "abc", PLAIN_TEXT],
  ["ringcentral", { headers: { "validation-token": "abc" } }, "", { "validation-token": "abc" }],
] as const)("createHandshake() answers %s with 200 (%#)", async (name, sent, body, headers) => {
  expect(await create(name).answer(request(sent))).toEqual({ status: 200, headers, body });
});

test.each<[string, EchoRule, AuthRequest, string | undefined, string?]>([
  ["a field of JSON as JSON", FIELD, request({ body: { ask: { text: "abc" } } }), '{"as":"abc"}'],
  ["a field of a form", { ...FORM_FIELD, to: "text" }, form("ask=abc"), "abc"],
  ["a form that says nothing", FORM_FIELD, form(""), undefined],
  ["a form too large for a question", FORM_FIELD, form(`ask=a&b=${"x".repeat(8_192)}`), undefined],
  ["text that is not a form", FORM_FIELD, request({ body: "ask=abc" }), undefined],
  ["no text", FIELD, request({ body: { ask: { text: 5 } } }), undefined],
  ["control characters", FIELD, request({ body: { ask: { text: "a\nb" } } }), undefined],
  ["more than 2 KB", FIELD, request({ body: { ask: { text: "x".repeat(2_049) } } }), undefined],
  ["the query", { ...QUERY, to: "text" }, get("ask=abc"), "abc"],
  ["another query", QUERY, get("other=abc"), undefined],
  [
    "an event whose URL has that query",
    QUERY,
    request({ target: "/hooks/name?ask=abc" }),
    undefined,
  ],
  ["a header as a header", HEADER, request({ headers: { "x-ask": "abc" } }), "", "abc"],
])("createEcho() repeats or leaves alone %s (%#)", async (_what, rule, sent, body, header) => {
  const { answer, isSigned, wouldSign } = createEcho(rule);
  const given = await answer(sent);
  expect([given?.status, given?.body]).toEqual(
    body === undefined ? [undefined, undefined] : [200, body],
  );
  expect(given?.headers["as"]).toBe(header);
  if (given !== undefined) expect(given.headers["x-content-type-options"]).toBe("nosniff");
  expect([isSigned, wouldSign(["abc"])]).toEqual([false, false]);
});

test.each<[EchoRule, readonly string[]]>([
  [FIELD, ["POST"]],
  [QUERY, ["GET"]],
  [HEADER, ["POST", "GET"]],
])("createEcho() takes the methods that can carry its text (%#)", (rule, methods) => {
  expect(createEcho(rule).methods).toEqual(methods);
});

test("createHandshake() answers only the vendor's method", async () => {
  for (const name of NAMES) {
    expect(await create(name).answer(request({ method: "DELETE" }))).toBeUndefined();
  }
});

test("createHandshake() does not parse a body that is too large for a handshake", async () => {
  const question = { type: "url_verification", challenge: "c", rest: "x".repeat(8_192) };
  expect(await create("slack").answer(request({ body: question }))).toBeUndefined();
});

test("createHandshake() ignores bytes that are not UTF-8", async () => {
  const sent = { ...request({}), body: Uint8Array.of(0x22, 0xff, 0x22) };
  expect(await create("slack").answer(sent)).toBeUndefined();
});

const META = `hub.verify_token=${VERIFY}&hub.challenge=1`;
const FEISHU = { type: "url_verification", token: "", challenge: "c" };

test.each<[HandshakeName, what: string, object, AuthRequest]>([
  ["meta", "a verify token", { verifyToken: undefined }, get(`hub.mode=subscribe&${META}`)],
  [
    "meta",
    "a verify token on either side",
    { verifyToken: undefined },
    get("hub.mode=subscribe&hub.verify_token=&hub.challenge=1"),
  ],
  ["meta", "its mode", {}, get(`hub.mode=other&${META}`)],
  ["feishu", "a verify token", { verifyToken: undefined }, request({ body: FEISHU })],
  ["ebay", "a verify token", { verifyToken: undefined }, get("challenge_code=1")],
  ["ebay", "a URL", { publicUrl: undefined }, get("challenge_code=1")],
])("createHandshake() does not answer %s without %s", async (name, _what, options, sent) => {
  expect(await create(name, options).answer(sent)).toBeUndefined();
});

test.each([
  ["strava", "hub.challenge", "hub.mode=subscribe&hub.challenge=c1&hub.verify_token="],
  ["oura", "challenge", "challenge=c1&verification_token="],
] as const)(
  "createHandshake() answers %s in JSON for the right token only",
  async (name, key, query) => {
    const answer = await create(name).answer(get(`${query}${VERIFY}`));
    expect(JSON.parse(answer?.body ?? "")).toEqual({ [key]: "c1" });
    for (const token of ["", "wrong", `${VERIFY}x`]) {
      expect(await create(name).answer(get(`${query}${token}`))).toBeUndefined();
    }
    expect(
      await create(name, { verifyToken: undefined }).answer(get(`${query}undefined`)),
    ).toBeUndefined();
  },
);

test("createHandshake() answers both versions of Smartcar", async () => {
  const expected = { challenge: hmac("abc", { secret: SECRET, encoding: "hex" }) };
  for (const body of [
    { eventType: "VERIFY", data: { challenge: "abc" } },
    { eventName: "verify", payload: { challenge: "abc" } },
  ]) {
    const answer = await create("smartcar").answer(request({ body }));
    expect(JSON.parse(answer?.body ?? "")).toEqual(expected);
  }
});

test("wouldSign() of Braintree recognizes what its handshake signs, and no event", async () => {
  const challenge = "0123456789abcdef0123";
  const { answer, wouldSign } = create("braintree");
  const key = createHash("sha1").update(SECRET).digest();
  const signature = createHmac("sha1", key).update(challenge).digest("hex");
  expect((await answer(get(`bt_challenge=${challenge}`)))?.body).toBe(`${VERIFY}|${signature}`);
  expect(wouldSign([challenge])).toBe(true);
  expect(wouldSign([`${btoa("<notification/>")}\n`])).toBe(false);
});

const SIGNING = ["x", "linkedin", "zoom", "smartcar"] as const;

function question(name: (typeof SIGNING)[number], text: string): AuthRequest {
  const body = { event: "endpoint.url_validation", payload: { plainToken: text } };
  const encoded = encodeURIComponent(text);
  if (name === "smartcar")
    return request({ body: { eventType: "VERIFY", data: { challenge: text } } });
  if (name === "zoom") return request({ body });
  return get(name === "x" ? `crc_token=${encoded}` : `challengeCode=${encoded}`);
}

test.each(SIGNING)("createHandshake() signs nothing for %s without a secret", async (name) => {
  for (const secrets of [[], [""]]) {
    const { answer, wouldSign } = create(name, { secrets });
    expect(await answer(question(name, "abc"))).toBeUndefined();
    expect(wouldSign(["abc"])).toBe(false);
  }
});

test.each(SIGNING)(
  "createHandshake() answers %s with the HMAC of plain text only",
  async (name) => {
    const { answer } = create(name);
    expect((await answer(question(name, "aZ0._~+/=-")))?.status).toBe(200);
    for (const text of ["", "{}", "a:b", "a b", "ä", "a\n", "x".repeat(513)]) {
      expect(await answer(question(name, text)), text).toBeUndefined();
    }
  },
);

test.each(SIGNING)("createHandshake() does not sign JSON or joined parts for %s", async (name) => {
  const { answer } = create(name);
  const events = fc.oneof(
    fc.oneof(fc.object(), fc.array(fc.string())).map((value) => JSON.stringify(value)),
    fc.tuple(fc.nat(), fc.string()).map(([time, text]) => `v0:${time}:${text}`),
  );
  await fc.assert(
    fc.asyncProperty(events, async (text) => {
      expect(await answer(question(name, text))).toBeUndefined();
    }),
  );
});

test("createHandshake() does not sign text with the prefix that the sender signs", async () => {
  for (const name of SIGNING) {
    const { answer } = create(name, { signedPrefixes: ["hmacsha256="] });
    expect(await answer(question(name, "hmacsha256="))).toBeUndefined();
    expect(await answer(question(name, "hmacsha256=abc"))).toBeUndefined();
    expect((await answer(question(name, "abc")))?.status).toBe(200);
  }
});

test.each(SIGNING)("wouldSign() of %s recognizes each text that was signed", async (name) => {
  const { answer, wouldSign } = create(name);
  const text = fc.string({ unit: fc.constantFrom(...'aZ0._~+/=-{:"é '), maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(text, async (sent) => {
      const isSigned = (await answer(question(name, sent))) !== undefined;
      expect(wouldSign([new TextEncoder().encode(sent)])).toBe(isSigned);
    }),
  );
  expect(wouldSign(["x", new Uint8Array(512).fill(120)])).toBe(false);
  expect(wouldSign(["x", Uint8Array.of(0xff)])).toBe(false);
});

test("createHandshake() never answers with the signature of an event that the vendor could send", async () => {
  for (const name of SIGNING) {
    const answer = await create(name).answer(question(name, "abc"));
    for (const body of ["{}", "[]", '{"abc":1}', "hmacsha256={}", "v0:1:{}"]) {
      for (const encoding of ["hex", "base64"] as const) {
        expect(answer?.body).not.toContain(hmac(body, { secret: SECRET, encoding }));
      }
    }
  }
});

test("createHandshake() never answers with HTML, nor repeats more than 2 KB of the sender's text", async () => {
  const texts = fc.string({ unit: "binary", minLength: 1, maxLength: 2_100 });
  await fc.assert(
    fc.asyncProperty(texts, fc.constantFrom(...NAMES), async (text, name) => {
      const encoded = encodeURIComponent(text);
      const sent = [
        get(`challenge=${encoded}`),
        get(`hub.mode=subscribe&hub.verify_token=${VERIFY}&hub.challenge=${encoded}`),
        request({ target: `/hooks/name?validationToken=${encoded}` }),
        request({ body: { type: "url_verification", token: VERIFY, challenge: text } }),
        request({ body: { challenge: text } }),
      ];
      for (const one of sent) {
        const answer = await create(name).answer(one);
        if (answer === undefined || answer.body === "") continue;
        expect(answer.headers["content-type"]).toMatch(
          /^(?:text\/plain|application\/json); charset=utf-8$/,
        );
        expect(answer.headers["x-content-type-options"]).toBe("nosniff");
        expect(answer.body.length).toBeLessThanOrEqual(4_200);
        expect(answer.body).toMatch(/^[\x20-\x7e]*$/);
      }
    }),
  );
});

test("HANDSHAKES has each handshake that a provider names", () => {
  const named = PROVIDERS.flatMap(({ handshake }) => handshake ?? []);
  expect(new Set(named)).toEqual(new Set(NAMES));
});

import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { authOf, check, problemsOf } from "./configs.ts";
import { hmac, requestOf, SECONDS, SECRET, webCrypto } from "./requests.ts";
import { RSA, SECONDS_NOW, signToken } from "./tokens.ts";

const OWN = { scheme: "hmac", secret: SECRET, signature: { header: "X-Acme-Signature" } };

test("planAuth() makes a scheme of the operator's own with defaults", async () => {
  const headers = { "x-acme-signature": hmac("hello") };
  expect(await check(authOf(OWN), { text: "hello", headers })).toBe(0);
});

test("planAuth() takes the whole descriptor", async () => {
  const auth = authOf({
    ...OWN,
    key: "hex",
    secret: Buffer.from(SECRET).toString("hex"),
    signature: { header: "x-acme-signature", pairs: { separator: ",", key: "v1" } },
    encoding: "base64url",
    algorithm: "sha512",
    signed: "{timestamp}.{id}.{body}",
    timestamp: { pair: "t", unit: "s", toleranceSeconds: 60 },
    id: { header: "X-Acme-Id" },
  });
  const signature = hmac(`${SECONDS}.a-1.hello`, { algorithm: "sha512", encoding: "base64url" });
  const headers = { "x-acme-signature": `t=${SECONDS},v1=${signature}`, "x-acme-id": "a-1" };
  expect(await check(auth, { text: "hello", headers })).toBe(0);
});

test("planAuth() takes lists, tags, numbers and all of several headers", async () => {
  const hex = hmac("hello");
  const of = (signature: object, headers: Record<string, string>) =>
    check(authOf({ ...OWN, signature }), { text: "hello", headers });
  expect(await of({ header: "x-s", list: true }, { "x-s": `00,${hex}` })).toBe(0);
  expect(await of({ header: "x-s", list: false }, { "x-s": hex })).toBe(0);
  expect(await of({ header: "x-s", tagged: "v1" }, { "x-s": `v1,${hex}` })).toBe(0);
  expect(await of({ header: "X-S-", numbered: 2 }, { "x-s-2": hex })).toBe(0);
  const zeros = "0".repeat(64);
  expect(await of({ header: ["X-A", "X-B"], all: true }, { "x-a": zeros, "x-b": hex })).toBe(0);
  expect(await of({ header: ["X-A", "X-B"] }, { "x-a": zeros, "x-b": hex })).toBe(
    "signature_wrong",
  );
});

test("planAuth() takes a signature and what it signs from a form, and a parameter of the query", async () => {
  const hash = (text: string) => createHash("sha256").update(text).digest("hex");
  const sent = (text: string) => ({
    headers: { "content-type": "application/x-www-form-urlencoded" },
    target: "/hooks/x?B=Ab",
    text,
  });
  const signature = hmac(`1|ab|${hash("a=1")}`);
  const own = authOf({
    scheme: "hmac",
    secret: SECRET,
    signature: { header: "x-s" },
    signed: "{form:a}|{query:lower:B}|{body:sha256}",
  });
  const { headers, ...rest } = sent("a=1");
  expect(await check(own, { ...rest, headers: { ...headers, "x-s": signature } })).toBe(0);
  const form = authOf({
    scheme: "hmac",
    secret: SECRET,
    signature: { form: "sig" },
    signed: "{form:a}|{query:lower:B}",
  });
  expect(await check(form, sent("a=1"))).toBe("signature_missing");
  expect(await check(form, sent(`a=1&sig=${hmac("1|ab")}`))).toBe(0);
  expect(await check(form, { ...sent(`a=1&sig=${hmac("1|ab")}`), target: "/?B=b" })).toBe(
    "signature_wrong",
  );
});

test("planAuth() takes a time stamp by its position in a list of signatures", async () => {
  const auth = authOf({
    scheme: "hmac",
    secret: SECRET,
    signature: { header: "x-s", list: true },
    signed: "{timestamp}.{body}",
    timestamp: { pair: "1" },
  });
  const list = (...items: readonly string[]) => ({
    text: "b",
    headers: { "x-s": items.join(",") },
  });
  const signature = hmac(`${SECONDS}.b`);
  expect(await check(auth, list(SECONDS, "0".repeat(64), signature))).toBe(0);
  expect(await check(auth, list(signature, SECONDS))).toBe("timestamp_malformed");
});

test("planAuth() lays what is written over a vendor's row, field by field", async () => {
  const github = { provider: "github", secret: SECRET };
  const moved = authOf({ ...github, signature: { header: "X-Own" } });
  const headers = { "x-own": `sha256=${hmac("hello")}` };
  expect(await check(moved, { text: "hello", headers })).toBe(0);
  const grafana = authOf({
    provider: "grafana",
    secret: SECRET,
    signed: "{timestamp}:{body}",
    timestamp: { header: "X-Time" },
  });
  const timed = { "x-grafana-alerting-signature": hmac(`${SECONDS}:hello`), "x-time": SECONDS };
  expect(await check(grafana, { text: "hello", headers: timed })).toBe(0);
  const slow = authOf({ provider: "stripe", secret: SECRET, timestamp: { toleranceSeconds: 900 } });
  const time = String(Number(SECONDS) - 600);
  const stripe = { "stripe-signature": `t=${time},v1=${hmac(`${time}.hello`)}` };
  expect(await check(slow, { text: "hello", headers: stripe })).toBe(0);
});

test.each<[object, string]>([
  [{ signature: {} }, "signature does not say which header"],
  [{ signature: { header: "x-s", prefix: "a" }, algorithm: "ed25519" }, "algorithm names"],
  [{ signed: "{bdy}" }, "signed has {bdy}"],
  [{ signed: "{header:x-a}" }, "signed does not sign the body"],
  [{ signed: "{query:a}{method}" }, "signed does not sign the body"],
  [{ signed: "{body:sha256}{body:decoded}" }, "signed signs the body with its compression"],
  [{ signature: { form: "sig" } }, "signed signs the whole body"],
  [{ signature: { header: "x-s", form: "sig" } }, "signature.form names a field of a form, and"],
  [
    {
      signature: { header: "x-s", list: true },
      timestamp: { pair: "t" },
      signed: "{timestamp}{body}",
    },
    "timestamp.pair is not a position",
  ],
  [{ signed: "{timestamp}{body}" }, "signed signs a time stamp, but"],
  [{ signed: "{id}{body}" }, "signed signs an id, but"],
  [{ timestamp: { unit: "s" } }, "timestamp must name one place"],
  [{ timestamp: { header: "a", json: "b" } }, "timestamp must name one place"],
  [{ timestamp: { json: "a[" } }, "timestamp.json is not a path"],
  [{ signed: "{timestamp}{body}", timestamp: { pair: "t" } }, "timestamp.pair names a pair, but"],
])("planAuth() refuses a scheme that cannot be checked: %j", (changes, message) => {
  expect(problemsOf({ ...OWN, ...changes })).toMatchObject([
    {
      code: "auth_scheme_invalid",
      message: expect.stringContaining(`hooks.mappings[0].auth.${message}`),
      hint: expect.any(String),
    },
  ]);
});

test("planAuth() refuses to check a time stamp that is not signed", () => {
  const timestamp = { header: "X-Time" };
  expect(problemsOf({ ...OWN, timestamp })).toMatchObject([
    { code: "auth_scheme_invalid", message: expect.stringContaining("not signed") },
  ]);
  expect(problemsOf({ ...OWN, timestamp, signed: "{header:x-time}{body}" })).toEqual([]);
  expect(problemsOf({ ...OWN, timestamp, signed: "{timestamp}{body}" })).toEqual([]);
  expect(problemsOf({ ...OWN, timestamp: { json: "sentAt" } })).toEqual([]);
});

test("planAuth() takes no form of public keys for a secret", () => {
  expect(problemsOf({ ...OWN, key: "spki" })).toMatchObject([
    { code: "auth_scheme_invalid", message: expect.stringContaining("auth.key names a form") },
  ]);
});

test("planAuth() refuses raw keys of another algorithm", () => {
  const changes = { key: "raw-hex", algorithm: "ecdsa-p256", publicKey: "00" };
  const own = { scheme: "publicKey", signature: { header: "x-s" } };
  expect(problemsOf({ ...own, ...changes })).toMatchObject([
    { code: "auth_scheme_invalid", message: expect.stringContaining("raw key") },
  ]);
});

test("planAuth() warns of a header that is written for a token", () => {
  const problems = problemsOf({ provider: "github", secret: SECRET, header: "x-s" });
  expect(problems).toMatchObject([
    {
      code: "field_without_effect",
      severity: "warning",
      path: ["hooks", "mappings", 0, "auth", "header"],
    },
  ]);
});

const AUTHORIZED = { token: SECRET, header: "Authorization" };

test.each([
  [undefined, `Bearer ${SECRET}`, 0],
  [undefined, SECRET, "token_missing"],
  ["", SECRET, 0],
  ["", `Bearer ${SECRET}`, "token_wrong"],
  ["Token ", `token   ${SECRET}`, 0],
  ["Token", `Token ${SECRET}`, 0],
  ["Token ", SECRET, "token_missing"],
  ["Splunk ", `Bearer ${SECRET}`, "token_missing"],
])("planAuth() reads with the prefix %j of %j", async (prefix, authorization, result) => {
  const auth = authOf({ ...AUTHORIZED, ...(prefix !== undefined && { prefix }) });
  expect(await check(auth, { headers: { authorization } })).toBe(result);
});

test("planAuth() lays a prefix over the header of a vendor's row", async () => {
  const auth = authOf({ provider: "datadog", token: SECRET, prefix: "" });
  expect(await check(auth, { headers: { authorization: SECRET } })).toBe(0);
});

test("planAuth() reports a prefix that has no effect, or that no header can have", () => {
  expect(problemsOf({ token: SECRET, query: "key", prefix: "Token " })).toMatchObject([
    { code: "field_without_effect", severity: "warning" },
  ]);
  expect(problemsOf({ ...AUTHORIZED, prefix: "Tok\u00e9n " })).toMatchObject([
    { code: "invalid_value", severity: "error" },
  ]);
  const signed = { provider: "github", secret: SECRET, prefix: "x" };
  expect(problemsOf(signed)).toMatchObject([{ code: "field_without_effect" }]);
});

const hintOf = (provider: string) => problemsOf({ provider, secret: SECRET })[0]?.hint;

test.each([
  ["githb", 'Write "github".'],
  ["GitHub", 'Write "github".'],
  ["Microsoft Teams", 'Write "microsoft-teams".'],
  ["Bot Framework", 'Write "microsoft-bot".'],
  ["cal.com", 'Write "cal-com".'],
])("planAuth() tells which provider is meant by %j", (written, hint) => {
  expect(hintOf(written)).toBe(hint);
});

test.each(["plaid", "PayPal"])(
  "planAuth() says that %j comes later, and what to write until then",
  (written) => {
    expect(hintOf(written)).toContain('{ "verify": "name" }');
  },
);

test("planAuth() says what to write for a sender that is not in the table", () => {
  expect(hintOf("my-own-monolith")).toContain('"scheme": "hmac"');
  expect(hintOf("constructor")).toContain('"scheme": "hmac"');
});

const only = (auth: object) => {
  const [problem] = problemsOf(auth);
  return problem && [problem.code, problem.path.slice(4).join("."), problem.hint].join(" | ");
};

test.each<[object, string]>([
  [{}, 'auth_incomplete |  | Write "secret" or "publicKey" or "token".'],
  [
    { provider: "github" },
    'auth_incomplete |  | Write "secret". Where to find it: The text that you type into Settings, Webhooks, Secret.',
  ],
  [{ provider: "cloudflare" }, 'auth_incomplete |  | Write "token".'],
  [
    { provider: "discord", secret: SECRET },
    'auth_incomplete | secret | Write "publicKey". Where to find it: Developer Portal, the application, General Information, Public Key.',
  ],
  [{ provider: "sparkpost", secret: SECRET }, 'auth_incomplete | secret | Write "token".'],
  [
    { secret: SECRET },
    'auth_incomplete | secret | Write "provider": "github", or "scheme": "hmac" and where the signature is.',
  ],
  [
    { secret: SECRET, scheme: "publicKey" },
    'auth_incomplete | secret | Write "provider": "github", or "scheme": "hmac" and where the signature is.',
  ],
  [
    { publicKey: SECRET },
    'auth_incomplete | publicKey | Write "provider": "github", or "scheme": "publicKey" and where the signature is.',
  ],
  [
    { provider: "gitlab", token: SECRET, secret: SECRET },
    "auth_ambiguous |  | Write one of them: a sender proves who it is in one way.",
  ],
  [
    { provider: "github", secret: SECRET, scheme: "hmac" },
    'auth_ambiguous | scheme | Remove "scheme", or "provider".',
  ],
  [
    { token: SECRET, header: "a", query: "b" },
    'auth_ambiguous |  | Write one of "header", "query", "json" and "basic".',
  ],
  [
    { token: SECRET },
    'auth_incomplete |  | Write "header": "x-token", or "query", "json" or "basic".',
  ],
  [
    { token: SECRET, json: "a[" },
    'auth_scheme_invalid | json | Write a path such as "passcode" or "meta.token".',
  ],
])("planAuth() says what is wrong with %j", (auth, text) => {
  expect(only(auth)).toBe(text);
});

test("planAuth() accepts a token for a vendor with signatures if the config says where it is sent", () => {
  expect(problemsOf({ provider: "github", token: SECRET, header: "x-own" })).toEqual([]);
});

const END = SECONDS_NOW + 100;
const OWN_OF_JWT = { scheme: "jwt", secret: SECRET };

const listOf = (auth: object) =>
  problemsOf(auth).map(({ code, path, severity }) =>
    [code, path.slice(4).join("."), severity].join(" "),
  );

test("planAuth() takes header, issuer, audience and claims of the config", async () => {
  const auth = authOf({
    ...OWN_OF_JWT,
    header: "X-Token",
    issuer: ["a", "b"],
    audience: "us",
    claims: { role: "sender", isLive: true },
    toleranceSeconds: 5,
  });
  const claims = { iss: "b", aud: "us", role: "sender", isLive: true, exp: END };
  const send = (changes: object) =>
    check(auth, { headers: { "x-token": signToken({ ...claims, ...changes }) } });
  expect(await send({})).toBe(0);
  expect(await send({ iss: "c" })).toBe("issuer_wrong");
  expect(await send({ aud: "them" })).toBe("audience_wrong");
  expect(await send({ role: "x" })).toBe("claim_wrong");
  expect(await send({ isLive: "true" })).toBe("claim_wrong");
  expect(await send({ exp: SECONDS_NOW - 6 })).toBe("timestamp_too_old");
});

test("planAuth() keeps the words before a token in the header of the row", async () => {
  const claims = { exp: END };
  const of = (header: string, value: string) =>
    check(authOf({ ...OWN_OF_JWT, header }), { headers: { [header.toLowerCase()]: value } });
  const token = signToken(claims);
  expect(await of("Authorization", `Bearer ${token}`)).toBe(0);
  const moved = authOf({
    provider: "netlify",
    secret: SECRET,
    header: "authorization",
    bodyHashClaim: "h",
  });
  expect(await check(moved, { headers: { authorization: `Bearer ${token}` } })).toBe(
    "issuer_wrong",
  );
});

test.each<[object, readonly string[]]>([
  [{ ...OWN_OF_JWT, algorithm: "HS256" }, []],
  [{ ...OWN_OF_JWT, algorithm: "RS256" }, ["auth_scheme_invalid algorithm error"]],
  [{ ...OWN_OF_JWT, algorithm: "sha256" }, ["auth_scheme_invalid algorithm error"]],
  [
    { scheme: "jwt", publicKey: RSA.pem, algorithm: "HS256" },
    ["auth_scheme_invalid algorithm error"],
  ],
  [{ scheme: "jwt", publicKey: RSA.pem, algorithm: "ES256" }, ["secret_malformed publicKey error"]],
  [{ provider: "netlify", publicKey: RSA.pem }, ["auth_incomplete publicKey error"]],
  [{ ...OWN_OF_JWT, publicUrl: "hooks.example.com" }, ["invalid_value publicUrl error"]],
  [{ ...OWN_OF_JWT, baseUrl: "https://" }, ["invalid_value baseUrl error"]],
  [{ ...OWN_OF_JWT, signed: "{body}" }, ["field_without_effect signed warning"]],
  [
    { provider: "github", secret: SECRET, audience: "x" },
    ["field_without_effect audience warning"],
  ],
  [{ token: SECRET, header: "x", claims: {} }, ["field_without_effect claims warning"]],
  [{ scheme: "jwt" }, ["auth_incomplete  error"]],
  [
    { scheme: "hmac", secret: SECRET, signature: { header: "x" }, algorithm: "HS256" },
    ["auth_scheme_invalid algorithm error"],
  ],
  [
    { scheme: "publicKey", publicKey: RSA.pem, signature: { header: "x" }, algorithm: "RS256" },
    ["auth_scheme_invalid algorithm error"],
  ],
])("planAuth() finds what is wrong with %j", (auth, problems) => {
  expect(listOf(auth)).toEqual(problems);
});

test("planAuth() tells which algorithms a way has", () => {
  const [problem] = problemsOf({ ...OWN_OF_JWT, algorithm: "ES256" });
  expect(problem?.hint).toBe('Write "HS256", or leave it out.');
});

test("planAuth() reports a key that the runtime refuses", () => {
  const crypto = {
    ...webCrypto,
    hmacKey: () => {
      throw new RangeError("no");
    },
  };
  expect(problemsOf(OWN_OF_JWT, { crypto })[0]?.code).toBe("secret_malformed");
});

const META = { provider: "meta", secret: SECRET };

test("planAuth() returns the handshake of a provider, which signs with the newest secret", async () => {
  const secrets = [SECRET, `${SECRET}-old`];
  const handshake = authOf({ provider: "x", secrets })?.handshake;
  expect(handshake).toMatchObject({ name: "x", methods: ["GET"], isSigned: false });
  const request = requestOf({ method: "GET", target: "/hooks/x?crc_token=abc" });
  expect((await handshake?.answer(request))?.body).toContain(hmac("abc", { encoding: "base64" }));
});

test("planAuth() reads the token that a vendor shows", async () => {
  const handshake = { verifyToken: { env: "V" } };
  const verified = authOf({ ...META, handshake }, { secrets: () => "typed" });
  const target = "/hooks/x?hub.mode=subscribe&hub.verify_token=typed&hub.challenge=1";
  const answer = await verified?.handshake?.answer(requestOf({ method: "GET", target }));
  expect(answer).toMatchObject({ status: 200, body: "1" });
});

test("planAuth() requires the URL that eBay hashes if the handshake is declared", () => {
  const ebay = { provider: "ebay", token: SECRET, handshake: { verifyToken: "typed-in-there" } };
  expect(problemsOf(ebay)).toMatchObject([{ code: "auth_incomplete", severity: "error" }]);
  expect(problemsOf({ ...ebay, publicUrl: "https://h.example/x" })).toEqual([]);
});

test("planAuth() has no handshake if its token is missing", () => {
  expect(authOf(META)?.handshake).toBeUndefined();
  expect(problemsOf(META)).toEqual([]);
  expect(problemsOf({ ...META, handshake: {} })).toMatchObject([
    { code: "auth_incomplete", hint: 'Write "verifyToken": { "env": "…" }.' },
  ]);
  expect(problemsOf({ ...META, handshake: { verifyToken: "" } })).toMatchObject([
    { code: "secret_blank" },
  ]);
});

test("planAuth() takes a handshake by name for a sender without a row", () => {
  const own = { token: SECRET, header: "x-t", publicUrl: " https://h.example/x " };
  const { handshake } = authOf({ ...own, handshake: { name: "cloudevents" } }) ?? {};
  expect(handshake).toMatchObject({ name: "cloudevents", methods: ["OPTIONS", "POST"] });
});

test("planAuth() warns if the sender makes none", () => {
  const auth = { provider: "github", secret: SECRET, handshake: { verifyToken: "typed" } };
  expect(problemsOf(auth)).toMatchObject([{ code: "field_without_effect", severity: "warning" }]);
});

const SIGNED = { scheme: "hmac", secret: SECRET, signature: { header: "x-signature" } };

test.each([
  [{ from: "payload.a[", to: "text" }, "handshake.echo.from"],
  [{ from: "challenge", to: "text" }, "handshake.echo.from"],
  [{ from: "body.challenge", to: "text" }, "handshake.echo.from"],
  [{ from: "headers.Authorization", to: "text" }, "handshake.echo.from"],
  [{ from: "headers.cookie", to: "text" }, "handshake.echo.from"],
  [{ from: "payload.url", to: "header", as: "Location" }, "handshake.echo.as"],
  [{ from: "payload.url", to: "header", as: "Set-Cookie" }, "handshake.echo.as"],
  [{ from: "payload.a", to: "header", as: "x y" }, "handshake.echo.as"],
])("planAuth() refuses the echo %j", (echo, at) => {
  const [problem, ...others] = problemsOf({ ...SIGNED, handshake: { echo } });
  expect(others).toEqual([]);
  expect(problem).toMatchObject({ code: "invalid_value", severity: "error" });
  expect(problem?.path.slice(4).join(".")).toBe(at);
});

test("planAuth() sends back no header that holds the token of the hook", () => {
  const echo = { from: "headers.X-Token", to: "text" };
  const auth = { token: SECRET, header: "x-token", handshake: { echo } };
  expect(problemsOf(auth)).toMatchObject([{ code: "invalid_value" }]);
});

test.each([
  { name: "slack", echo: { from: "payload.a", to: "text" } },
  { verifyToken: "typed-in", echo: { from: "payload.a", to: "text" } },
  { probe: "GET", echo: { from: "payload.a", to: "text" } },
  { probe: "GET", name: "slack" },
])("planAuth() refuses two handshakes in one: %j", (handshake) => {
  expect(problemsOf({ ...SIGNED, handshake })).toMatchObject([{ code: "auth_ambiguous" }]);
});

test("planAuth() takes an echo by the method that its place needs", async () => {
  const methodsOf = (from: string) =>
    authOf({ ...SIGNED, handshake: { echo: { from, to: "json" } } })?.handshake?.methods;
  expect(methodsOf("query.a")).toEqual(["GET"]);
  expect(methodsOf("payload.a")).toEqual(["POST"]);
  expect(methodsOf("headers.x-a")).toEqual(["POST", "GET"]);
  const handshake = authOf({
    ...SIGNED,
    handshake: { echo: { from: "payload.a", to: "text" } },
  })?.handshake;
  expect(handshake?.wouldSign(["a"])).toBe(false);
});

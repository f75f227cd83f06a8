import { expect, test } from "vitest";
import { authOf, check, problemsOf } from "../../../../core/test/auth/configs.ts";
import { createFakeService, noTimer } from "../../../../core/test/auth/key-services.ts";
import { NOW, webCrypto } from "../../../../core/test/auth/requests.ts";
import {
  EC,
  RSA,
  SECONDS_NOW,
  signToken,
  type TokenKey,
} from "../../../../core/test/auth/tokens.ts";

const GOOGLE = "https://www.googleapis.com/oauth2/v3/certs";
const OWN = "https://login.example.com/.well-known/jwks.json";
const MINUTE = 60_000;

const jwk = (pair: typeof RSA, kid: string, rest: object = {}) => ({
  ...pair.publicKey.export({ format: "jwk" }),
  kid,
  ...rest,
});
const jwks = (...keys: readonly unknown[]) => JSON.stringify({ keys });

const PUBSUB = {
  provider: "pubsub",
  audience: "https://hooks.example.com/hooks/mail",
  email: "push@project.iam.gserviceaccount.com",
};

const CLAIMS = {
  iss: "https://accounts.google.com",
  aud: PUBSUB.audience,
  email: PUBSUB.email,
  email_verified: true,
  exp: SECONDS_NOW + 1e6,
};

const sent = (claims: object, kid: unknown = "one", key: TokenKey = RSA.privateKey) => ({
  headers: { authorization: `Bearer ${signToken(claims, { key, header: { kid } })}` },
});

function start(document = jwks(jwk(RSA, "one"))) {
  const service = createFakeService({ [GOOGLE]: document, [OWN]: document });
  const options = { keys: service.keys, timer: noTimer };
  return { ...service, options };
}

test("createJwksKeys() accepts Pub/Sub's token for our audience and service account", async () => {
  const { options, asked } = start();
  const auth = authOf(PUBSUB, options);
  expect(asked).toEqual([]);
  expect(await check(auth, sent(CLAIMS))).toBe(0);
  expect(await check(auth, sent({ ...CLAIMS, iss: "accounts.google.com" }))).toBe(0);
  expect(asked).toEqual([GOOGLE]);
});

test.each<[object, string]>([
  [{ aud: "https://other.example" }, "audience_wrong"],
  [{ email: "evil@other.iam.gserviceaccount.com" }, "claim_wrong"],
  [{ email_verified: false }, "claim_wrong"],
  [{ email_verified: "true" }, "claim_wrong"],
  [{ iss: "https://accounts.google.com.evil.example" }, "issuer_wrong"],
  [{ exp: SECONDS_NOW - 61 }, "timestamp_too_old"],
])("createJwksKeys() fetches nothing for Pub/Sub's token with %j", async (claims, code) => {
  const { options, asked } = start();
  expect(await check(authOf(PUBSUB, options), sent({ ...CLAIMS, ...claims }))).toBe(code);
  expect(asked).toEqual([]);
});

test("linkAuth() marks the body of Pub/Sub as unbound", () => {
  const auth = authOf(PUBSUB, start().options);
  expect(auth?.delivery).toMatchObject({ bodyBound: false, id: { json: "message.messageId" } });
  expect(auth?.needsBody).toBe(false);
});

test("createJwksKeys() has no key for a token that names none, and fetches nothing", async () => {
  const { options, asked } = start(jwks(jwk(RSA, "undefined")));
  const nameless = signToken(CLAIMS, { key: RSA.privateKey, header: {} });
  const headers = { authorization: `Bearer ${nameless}` };
  expect(await check(authOf(PUBSUB, options), { headers })).toBe("key_unknown");
  expect(asked).toEqual([]);
});

test("createJwksKeys() fetches at most once a minute for unknown key ids", async () => {
  const { options, asked, answer } = start();
  const auth = authOf(PUBSUB, options);
  const at = (minutes: number, kid: string, key = RSA.privateKey) =>
    check(auth, { ...sent(CLAIMS, kid, key), receivedAt: NOW + minutes * MINUTE });
  for (let count = 0; count < 50; count++) {
    expect(await at(0, `invented ${count}`)).toBe("key_unknown");
  }
  expect(asked).toHaveLength(1);
  answer(GOOGLE, jwks(jwk(RSA, "one"), jwk(EC, "EC"), jwk(RSA, "two")));
  expect(await at(1, "two")).toBe(0);
  expect(await at(1, "one")).toBe(0);
  expect(asked).toHaveLength(2);
});

test("createJwksKeys() uses known keys while the key service is down", async () => {
  const { options, asked, answer } = start();
  const auth = authOf(PUBSUB, options);
  const at = (minutes: number, kid = "one") =>
    check(auth, { ...sent(CLAIMS, kid), receivedAt: NOW + minutes * MINUTE });
  expect(await at(0)).toBe(0);
  answer(GOOGLE, new Error("down"));
  expect(await at(61)).toBe(0);
  expect(await at(62, "another")).toBe("keys_unavailable");
  expect(await at(62)).toBe(0);
  expect(asked).toHaveLength(3);
  expect(await at(25 * 60)).toBe("keys_unavailable");
});

test("createJwksKeys() reports unavailable keys if it has none", async () => {
  for (const document of [
    "",
    "[]",
    '{"keys":{}}',
    jwks(),
    jwks({ kty: "oct" }),
    "x".repeat(70_000),
  ]) {
    const { options } = start(document);
    expect(await check(authOf(PUBSUB, options), sent(CLAIMS))).toBe("keys_unavailable");
  }
  const bytes = Uint8Array.of(0xff);
  for (const answer of [
    { status: 404, bytes },
    { status: 302, bytes },
    { status: 200, bytes },
  ]) {
    const { options, answer: set } = start();
    set(GOOGLE, answer);
    expect(await check(authOf(PUBSUB, options), sent(CLAIMS))).toBe("keys_unavailable");
  }
});

test("createJwksKeys() finds a key by its id and an algorithm of the config", async () => {
  const { options } = start(jwks(jwk(RSA, "one"), jwk(EC, "one"), jwk(EC, "two")));
  const of = (kid: unknown, key: TokenKey, header: object = {}) =>
    check(authOf(auth, options), {
      headers: {
        authorization: `Bearer ${signToken(CLAIMS, { key, header: { kid, ...header } })}`,
      },
    });
  let auth: object = PUBSUB;
  expect(await of(undefined, RSA.privateKey)).toBe("key_unknown");
  expect(await of("one", EC.privateKey)).toBe("algorithm_wrong");
  expect(await of("two", EC.privateKey, { alg: "RS256" })).toBe("key_unknown");
  expect(await of("one", EC.privateKey, { alg: "RS256" })).toBe("signature_wrong");
  auth = { scheme: "jwt", jwks: OWN, algorithms: ["RS256", "ES256"], issuer: CLAIMS.iss };
  expect(await of("one", RSA.privateKey)).toBe(0);
  expect(await of("one", EC.privateKey)).toBe(0);
  expect(await of("two", EC.privateKey)).toBe(0);
  // The public key is not the secret of an HMAC.
  expect(await of("one", RSA.pem)).toBe("algorithm_wrong");
});

test("createJwksKeys() skips a key that the runtime refuses", async () => {
  const crypto = {
    ...webCrypto,
    publicKey: (...args: Parameters<typeof webCrypto.publicKey>) => {
      if (args[1].bytes.length < 294) throw new RangeError("no");
      return webCrypto.publicKey(...args);
    },
  };
  const { options } = start(jwks(jwk(EC, "one"), jwk(RSA, "one")));
  const auth = { scheme: "jwt", jwks: OWN, algorithms: ["RS256", "ES256"] };
  const route = authOf(auth, { ...options, crypto });
  expect(await check(route, sent(CLAIMS))).toBe(0);
  expect(await check(route, sent(CLAIMS, "one", EC.privateKey))).toBe("key_unknown");
});

test("createJwksKeys() keeps at most 64 keys", async () => {
  const many = Array.from({ length: 65 }, (_, index) => jwk(RSA, `k${index}`));
  const route = authOf(PUBSUB, start(jwks(...many)).options);
  expect(await check(route, sent(CLAIMS, "k63"))).toBe(0);
  expect(await check(route, sent(CLAIMS, "k64"))).toBe("key_unknown");
});

const BOT_KEYS = "https://login.botframework.com/v1/.well-known/keys";
const BOT = { provider: "microsoft-bot", audience: "12345678-1234-1234-1234-123456789012" };
const SERVICE_URL = "https://smba.trafficmanager.net/emea/";
const BOT_CLAIMS = {
  iss: "https://api.botframework.com",
  aud: BOT.audience,
  serviceurl: SERVICE_URL,
  nbf: SECONDS_NOW,
  exp: SECONDS_NOW + 3_600,
};
const ACTIVITY = `{"type":"message","channelId":"msteams","serviceUrl":"${SERVICE_URL}"}`;

interface BotRequest {
  readonly claims?: object;
  readonly body?: string;
  readonly kid?: string;
  readonly key?: TokenKey;
  readonly header?: object;
}

async function askBot({ claims, body = ACTIVITY, kid = "teams", key, header }: BotRequest) {
  const keys = jwks(
    jwk(RSA, "teams", { endorsements: ["msteams", "webchat"] }),
    jwk(RSA, "slack", { endorsements: ["slack"] }),
    jwk(RSA, "numbers", { endorsements: [1, null] }),
    jwk(RSA, "any", { endorsements: [] }),
    jwk(RSA, "old"),
    jwk(EC, "ec", { endorsements: ["msteams"] }),
  );
  const { keys: port } = createFakeService({ [BOT_KEYS]: keys });
  const auth = authOf(BOT, { keys: port, timer: noTimer });
  const token = signToken(
    { ...BOT_CLAIMS, ...claims },
    {
      key: key ?? RSA.privateKey,
      header: { kid, ...header },
    },
  );
  return check(auth, { text: body, headers: { authorization: `Bearer ${token}` } });
}

const activity = (fields: object) => JSON.stringify({ ...JSON.parse(ACTIVITY), ...fields });
const EVIL = "https://evil.example/";

test.each<[string, BotRequest, string | 0]>([
  ["its token", {}, 0],
  ["an end in the leeway of five minutes", { claims: { exp: SECONDS_NOW - 300 } }, 0],
  ["an end before the leeway", { claims: { exp: SECONDS_NOW - 301 } }, "timestamp_too_old"],
  ["a start in the leeway", { claims: { nbf: SECONDS_NOW + 300 } }, 0],
  ["a start after the leeway", { claims: { nbf: SECONDS_NOW + 301 } }, "timestamp_in_future"],
  ["no time", { claims: { exp: undefined } }, "timestamp_missing"],
  ["another audience", { claims: { aud: "87654321" } }, "audience_wrong"],
  [
    "the issuer of the emulator",
    { claims: { iss: "https://sts.windows.net/f8cdef31-a31e-4b4a-93e4-5f571e91255a/" } },
    "issuer_wrong",
  ],
  [
    "the issuer of the government",
    { claims: { iss: "https://api.botframework.us" } },
    "issuer_wrong",
  ],
  ["no serviceurl", { claims: { serviceurl: undefined } }, "claim_wrong"],
  ["a serviceurl that is a list", { claims: { serviceurl: [SERVICE_URL] } }, "claim_wrong"],
  [
    "the claim under another name",
    { claims: { serviceurl: undefined, serviceUrl: SERVICE_URL } },
    "claim_wrong",
  ],
  ["another serviceUrl", { body: activity({ serviceUrl: EVIL }) }, "claim_wrong"],
  [
    "a serviceUrl without the last slash",
    { body: activity({ serviceUrl: SERVICE_URL.slice(0, -1) }) },
    "claim_wrong",
  ],
  [
    "a serviceUrl in capitals",
    { body: activity({ serviceUrl: SERVICE_URL.toUpperCase() }) },
    "claim_wrong",
  ],
  ["a serviceUrl that is a list", { body: activity({ serviceUrl: [SERVICE_URL] }) }, "claim_wrong"],
  ["no serviceUrl", { body: '{"channelId":"msteams"}' }, "claim_wrong"],
  [
    "neither claim nor serviceUrl",
    { body: '{"channelId":"msteams"}', claims: { serviceurl: undefined } },
    "claim_wrong",
  ],
  [
    "a second serviceUrl, which the payload would have",
    {
      body: ACTIVITY.replace("{", `{"serviceUrl":"${SERVICE_URL}",`).replace(
        /"[^"]*"\}$/,
        `"${EVIL}"}`,
      ),
    },
    "claim_wrong",
  ],
  [
    "a first serviceUrl that the second one replaces",
    { body: ACTIVITY.replace("{", `{"serviceUrl":"${EVIL}",`) },
    0,
  ],
  ["a body that is not JSON", { body: "{" }, "key_refused"],
  ["a list of activities", { body: `[${ACTIVITY}]` }, "key_refused"],
  ["another channel that the key may sign for", { body: activity({ channelId: "webchat" }) }, 0],
  [
    "a channel that the key may not sign for",
    { body: activity({ channelId: "directline" }) },
    "key_refused",
  ],
  ["no channel", { body: activity({ channelId: undefined }) }, "key_refused"],
  ["the key of another channel", { kid: "slack" }, "key_refused"],
  [
    "a key whose list has no text",
    { kid: "numbers", body: activity({ channelId: null }) },
    "key_refused",
  ],
  ["a key with an empty list", { kid: "any" }, 0],
  ["a key without a list", { kid: "old" }, 0],
  ["an unknown key", { kid: "new" }, "key_unknown"],
  ["a key of another kind", { kid: "ec", key: EC.privateKey }, "algorithm_wrong"],
  [
    "its name with RS256",
    { kid: "ec", key: EC.privateKey, header: { alg: "RS256" } },
    "key_unknown",
  ],
  ["another algorithm of the same key", { header: { alg: "RS512" } }, "algorithm_wrong"],
  ["the public key as the secret of an HMAC", { key: RSA.pem }, "algorithm_wrong"],
  ["that under the name of RS256", { key: RSA.pem, header: { alg: "RS256" } }, "signature_wrong"],
  ["no signature", { header: { alg: "none" } }, "algorithm_wrong"],
])("verifyJwt() checks a token of a Microsoft bot: %s", async (_what, request, expected) => {
  expect(await askBot(request)).toBe(expected);
});

test("linkAuth() reads the body for a Microsoft bot, and marks what the token does not cover as unbound", () => {
  const { keys } = createFakeService();
  const auth = authOf(BOT, { keys, timer: noTimer });
  expect([auth?.needsBody, auth?.delivery?.bodyBound, auth?.delivery?.id]).toEqual([
    true,
    false,
    undefined,
  ]);
});

const listOf = (auth: object, options?: object) =>
  problemsOf(auth, options).map(({ code, path, severity }) =>
    [code, path.slice(4).join("."), severity].join(" "),
  );

test.each<[object, readonly string[]]>([
  [PUBSUB, []],
  [{ provider: "pubsub" }, ["auth_incomplete audience error", "auth_incomplete email error"]],
  [{ ...PUBSUB, email: undefined }, ["auth_incomplete email error"]],
  [{ ...PUBSUB, secret: "a-secret-of-more-than-16-bytes" }, ["auth_incomplete secret error"]],
  [{ ...PUBSUB, jwks: OWN }, []],
  [BOT, []],
  [{ ...BOT, jwks: OWN }, []],
  [{ provider: "microsoft-bot" }, ["auth_incomplete audience error"]],
  [{ ...BOT, email: "x" }, ["field_without_effect email warning"]],
  [{ scheme: "jwt", jwks: OWN, email: "x" }, ["field_without_effect email warning"]],
  [{ scheme: "jwt", jwks: OWN, algorithm: "ES256" }, []],
  [{ scheme: "jwt", jwks: OWN, algorithm: "HS256" }, ["auth_scheme_invalid algorithm error"]],
  [{ jwks: OWN }, ["auth_incomplete jwks error"]],
  [{ provider: "netlify", jwks: OWN }, ["auth_incomplete jwks error"]],
  ...[
    "http://a.example/x",
    "https://user@a.example/",
    "https://a.example\\@b.example/",
    "https://",
    "file:///x",
    "https://a.example/#x",
  ].map((url): [object, readonly string[]] => [
    { scheme: "jwt", jwks: url },
    ["invalid_value jwks error"],
  ]),
])("planAuth() finds what is wrong with %j", (auth, problems) => {
  expect(listOf(auth, start().options)).toEqual(problems);
});

test("linkAuth() requires the port that fetches keys", () => {
  expect(listOf(PUBSUB)).toEqual(["keys_port_missing  error"]);
  expect(problemsOf(PUBSUB)[0]?.hint).toContain("createWebKeys");
});

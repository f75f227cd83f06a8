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

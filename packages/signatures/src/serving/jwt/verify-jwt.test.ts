import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { authOf, check } from "../../../../core/test/auth/configs.ts";
import { NOW, SECRET } from "../../../../core/test/auth/requests.ts";
import {
  EC,
  RSA,
  SECONDS_NOW,
  signToken,
  type TokenOptions,
} from "../../../../core/test/auth/tokens.ts";
import { type ClaimsCheck, checkClaims, readJwt } from "./verify-jwt.ts";

const END = SECONDS_NOW + 100;
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const OWN = { scheme: "jwt", secret: SECRET };
const bearer = (claims: object, options?: TokenOptions) => ({
  headers: { authorization: `Bearer ${signToken(claims, options)}` },
});

test("verifyJwt() accepts tokens of each algorithm under its own key", async () => {
  expect(await check(authOf(OWN), bearer({ exp: END }))).toBe(0);
  for (const [algorithm, { pem, privateKey }] of [
    ["RS256", RSA],
    ["ES256", EC],
  ] as const) {
    const auth = authOf({ scheme: "jwt", publicKey: pem, algorithm });
    expect(await check(auth, bearer({ exp: END }, { key: privateKey }))).toBe(0);
    expect(await check(auth, bearer({ exp: 0 }, { key: privateKey }))).toBe("timestamp_too_old");
  }
});

test("verifyJwt() accepts the old secret beside the new one", async () => {
  const auth = authOf({ scheme: "jwt", secrets: ["another-secret-of-24-bytes", SECRET] });
  expect(await check(auth, bearer({ exp: END }))).toBe(1);
});

test("verifyJwt() requires the token after its prefix in its header", async () => {
  const auth = authOf(OWN);
  const token = signToken({ exp: END });
  const of = (value: string | readonly string[]) =>
    check(auth, { headers: { authorization: value } as Record<string, string> });
  expect(await check(auth, {})).toBe("signature_missing");
  expect(await of("Bearer ")).toBe("signature_missing");
  expect(await of(token)).toBe("signature_missing");
  expect(await of(`bearer ${token}`)).toBe(0);
  expect(await of([`Bearer ${token}`, `Bearer ${token}`])).toBe("signature_malformed");
});

test("verifyJwt() never uses a public key as the secret of an HMAC", async () => {
  for (const { pem } of [RSA, EC]) {
    for (const algorithm of ["RS256", "ES256"]) {
      const auth = authOf({ scheme: "jwt", publicKey: RSA.pem, algorithm: "RS256" });
      const confused = bearer({ exp: END }, { key: pem, header: { alg: "HS256" } });
      expect(await check(auth, confused)).toBe("algorithm_wrong");
      const renamed = bearer({ exp: END }, { key: pem, header: { alg: algorithm } });
      expect(await check(auth, renamed)).not.toBe(0);
    }
  }
});

test("verifyJwt() refuses a token without a signature", async () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = encode({ exp: END });
  for (const alg of ["none", "HS256"]) {
    const value = `Bearer ${encode({ alg })}.${claims}.`;
    expect(await check(authOf(OWN), { headers: { authorization: value } })).not.toBe(0);
  }
});

test("verifyJwt() ignores keys inside the token", async () => {
  const jwk = EC.publicKey.export({ format: "jwk" });
  const header = { jwk, jku: "https://evil.example/keys", x5u: "https://evil.example/cert" };
  const auth = authOf({ scheme: "jwt", publicKey: RSA.pem });
  const own = bearer({ exp: END }, { key: RSA.privateKey, header });
  expect(await check(auth, own)).toBe(0);
  const theirs = { key: EC.privateKey, header: { ...header, alg: "RS256" } };
  expect(await check(auth, bearer({ exp: END }, theirs))).toBe("signature_wrong");
});

test("verifyJwt() refuses an ES256 signature of another length", async () => {
  const auth = authOf({ scheme: "jwt", publicKey: EC.pem, algorithm: "ES256" });
  const token = signToken({ exp: END }, { key: EC.privateKey });
  const longer = `${token.replace(/[^.]*$/, "")}${Buffer.alloc(72, 1).toString("base64url")}`;
  const headers = { authorization: `Bearer ${longer}` };
  expect(await check(auth, { headers })).toBe("signature_wrong");
});

const NETLIFY = { provider: "netlify", secret: SECRET };
const netlify = (claims: object) => ({
  "x-webhook-signature": signToken({ iss: "netlify", ...claims }),
});

test("verifyJwt() requires Netlify's hash of the body", async () => {
  const auth = authOf(NETLIFY);
  const send = (text: string, claims: object) => check(auth, { text, headers: netlify(claims) });
  expect(await send("hello", { sha256: sha256("hello") })).toBe(0);
  expect(await send("hello", { sha256: sha256("hello").toUpperCase() })).toBe(0);
  for (const wrong of [sha256("Hello"), "", sha256("hello").slice(2), 1, undefined]) {
    expect(await send("hello", { sha256: wrong })).toBe("body_hash_wrong");
  }
  expect(await send("hello", { sha256: sha256("hello"), iss: "x" })).toBe("issuer_wrong");
  expect(auth?.delivery?.bodyBound).toBeUndefined();
  expect(auth?.needsBody).toBe(true);
});

test("verifyJwt() accepts Vonage's token without a hash, and marks the body as unbound", async () => {
  const claims = { iss: "Vonage", iat: SECONDS_NOW };
  const auth = authOf({ provider: "vonage", secret: SECRET });
  const bound = { ...claims, payload_hash: sha256("hello") };
  expect(await check(auth, { text: "hello", ...bearer(claims) })).toBe(0);
  expect(await check(auth, { text: "hello", ...bearer(bound) })).toBe(0);
  expect(await check(auth, { text: "other", ...bearer(bound) })).toBe("body_hash_wrong");
  expect(auth?.delivery?.bodyBound).toBe(false);

  const strict = authOf({ provider: "vonage", secret: SECRET, bodyHashClaim: "payload_hash" });
  expect(await check(strict, { text: "hello", ...bearer(claims) })).toBe("body_hash_wrong");
  expect(await check(strict, { text: "hello", ...bearer(bound) })).toBe(0);
  expect(strict?.delivery?.bodyBound).toBeUndefined();
});

test("verifyJwt() does not need the body for monday.com, whose token does not bind it", async () => {
  const auth = authOf({ provider: "monday", secret: SECRET, audience: "https://a.example/x" });
  const headers = { authorization: signToken({ aud: "https://a.example/x", exp: END }) };
  expect(await check(auth, { headers, text: "anything" })).toBe(0);
  expect([auth?.kind, auth?.needsBody, auth?.delivery?.bodyBound]).toEqual(["jwt", false, false]);
  expect(auth?.secretPlaces.headers).toContain("authorization");
});

test("verifyJwt() requires Jira Connect's hash of method, path and query", async () => {
  const auth = authOf({
    provider: "jira-connect",
    secret: SECRET,
    publicUrl: "https://apps.example.com/app/hooks/x?y",
    baseUrl: "https://apps.example.com/app/",
  });
  const send = (qsh: unknown, target = "/inner?b=2&a=1") => {
    const headers = { authorization: `JWT ${signToken({ qsh, exp: END })}` };
    return check(auth, { target, headers });
  };
  const right = sha256("POST&/hooks/x&a=1&b=2");
  expect(await send(right)).toBe(0);
  expect(await send(right, "/inner?b=2&a=2")).toBe("body_hash_wrong");
  expect(await send(right, "/inner?b=%ff")).toBe("body_hash_wrong");
  // What Atlassian calls a context token is for pages, and bound to no request.
  expect(await send("context-qsh")).toBe("body_hash_wrong");
  expect([auth?.needsBody, auth?.delivery?.bodyBound]).toEqual([false, false]);
});

test("verifyJwt() refuses every token with one character changed", async () => {
  const auth = authOf({ ...OWN, audience: "us" });
  const token = signToken({ exp: END, aud: "us" });
  const alphabet = fc.constantFrom(
    ..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.",
  );
  await fc.assert(
    fc.asyncProperty(fc.nat(token.length - 1), alphabet, async (at, character) => {
      fc.pre(token[at] !== character);
      const changed = token.slice(0, at) + character + token.slice(at + 1);
      const headers = { authorization: `Bearer ${changed}` };
      expect(await check(auth, { headers })).not.toBe(0);
    }),
  );
});

const SCHEME: ClaimsCheck["scheme"] = {
  issuers: ["one", "two"],
  audiences: ["us", "them"],
  claims: { email_verified: true },
};
const RIGHT_CLAIMS = { iss: "two", aud: "us", exp: END, email_verified: true };

const codeOfClaims = (claims: object, scheme: Partial<ClaimsCheck["scheme"]> = {}) =>
  checkClaims(claims, { scheme: { ...SCHEME, ...scheme }, leewaySeconds: 60, receivedAt: NOW });

test("checkClaims() accepts claims with every required value", () => {
  expect(codeOfClaims(RIGHT_CLAIMS)).toBeUndefined();
  expect(codeOfClaims({ ...RIGHT_CLAIMS, aud: ["others", "them"] })).toBeUndefined();
  expect(codeOfClaims({ exp: END }, { issuers: [], audiences: [], claims: {} })).toBeUndefined();
});

test.each<[string, object, string]>([
  ["another issuer", { iss: "three" }, "issuer_wrong"],
  ["no issuer", { iss: undefined }, "issuer_wrong"],
  ["an issuer that is a list", { iss: ["one"] }, "issuer_wrong"],
  ["another audience", { aud: "others" }, "audience_wrong"],
  ["an empty list of audiences", { aud: [] }, "audience_wrong"],
  ["a list in a list", { aud: [["us"]] }, "audience_wrong"],
  ["an audience that begins alike", { aud: "us.evil.example" }, "audience_wrong"],
  ["no audience", { aud: undefined }, "audience_wrong"],
  ["a claim that is a text and no boolean", { email_verified: "true" }, "claim_wrong"],
  ["a claim that is missing", { email_verified: undefined }, "claim_wrong"],
])("checkClaims() refuses %s", (_what, claims, code) => {
  expect(codeOfClaims({ ...RIGHT_CLAIMS, ...claims })).toBe(code);
});

test.each<[string, object, string | undefined]>([
  ["an end in the leeway", { exp: SECONDS_NOW - 60 }, undefined],
  ["an end before the leeway", { exp: SECONDS_NOW - 61 }, "timestamp_too_old"],
  ["a start in the leeway", { nbf: SECONDS_NOW + 60 }, undefined],
  ["a start after the leeway", { nbf: SECONDS_NOW + 61 }, "timestamp_in_future"],
  ["an issue in the leeway", { iat: SECONDS_NOW + 60 }, undefined],
  ["an issue in the future", { iat: SECONDS_NOW + 61 }, "timestamp_in_future"],
  ["an old issue of a token with an end", { iat: 0 }, undefined],
  ["no end and a new issue", { exp: undefined, iat: SECONDS_NOW - 360 }, undefined],
  ["no end and an old issue", { exp: undefined, iat: SECONDS_NOW - 361 }, "timestamp_too_old"],
  ["neither end nor issue", { exp: undefined }, "timestamp_missing"],
  ["an end that is a text", { exp: String(END) }, "timestamp_malformed"],
  ["an end that is null", { exp: null }, "timestamp_malformed"],
  ["an end without end", { exp: Number.POSITIVE_INFINITY }, "timestamp_malformed"],
  ["a negative issue", { iat: -1 }, "timestamp_malformed"],
  ["a start that is a list", { nbf: [1] }, "timestamp_malformed"],
])("checkClaims() checks %s", (_what, claims, code) => {
  expect(codeOfClaims({ ...RIGHT_CLAIMS, ...claims })).toBe(code);
});

test("checkClaims() makes the time optional if the scheme does, and still checks one that is present", () => {
  const rest = { ...RIGHT_CLAIMS, exp: undefined };
  expect(codeOfClaims(rest, { isTimeOptional: true })).toBeUndefined();
  expect(codeOfClaims({ ...rest, exp: 1 }, { isTimeOptional: true })).toBe("timestamp_too_old");
});

test("checkClaims() ignores inherited claims", () => {
  const inherited = Object.create({ iss: "one" }) as object;
  expect(codeOfClaims(Object.assign(inherited, { aud: "us", exp: END }))).toBe("issuer_wrong");
});

const encode = (text: string | Uint8Array) => Buffer.from(text).toString("base64url");
const HS256 = ["HS256"] as const;
const RIGHT_TOKEN = signToken({ a: 1 }, { header: { kid: "k" } });

const codeOfToken = (text: string) => {
  const read = readJwt(text, HS256);
  return read.ok ? "ok" : read.code;
};

test("readJwt() reads the header, the claims and what is signed", () => {
  const read = readJwt(RIGHT_TOKEN, ["ES256", "HS256"]);
  if (!read.ok) throw new Error(read.code);
  const { algorithm, keyId, claims, signature, signed } = read.jwt;
  expect([algorithm, keyId, claims, signature.length]).toEqual(["HS256", "k", { a: 1 }, 32]);
  expect(RIGHT_TOKEN.startsWith(`${signed}.`)).toBe(true);
});

test.each([
  ["nothing", ""],
  ["two parts", RIGHT_TOKEN.split(".").slice(0, 2).join(".")],
  ["four parts", `${RIGHT_TOKEN}.AAAA`],
  ["an empty signature", RIGHT_TOKEN.replace(/[^.]*$/, "")],
  ["padding", `${RIGHT_TOKEN}=`],
  ["the other alphabet", RIGHT_TOKEN.replace(/\.([^.]*)$/, ".++++")],
  ["white space", ` ${RIGHT_TOKEN}`],
  ["bits left over", RIGHT_TOKEN.replace(/.$/, "_")],
  ["a length that no encoder makes", `${RIGHT_TOKEN}AA`],
  ["two tokens joined as a header that came twice", `${RIGHT_TOKEN}, ${RIGHT_TOKEN}`],
  ["more than 8 KB", signToken({ a: "x".repeat(8_192) })],
  ["a header of a length that no encoder makes", "A.e30.AAAA"],
  ["a header that is not JSON", `${encode("{")}.e30.AAAA`],
  ["a header that is not UTF-8", `${encode(Uint8Array.of(0xff))}.e30.AAAA`],
  ["a header that is a list", `${encode("[]")}.e30.AAAA`],
  ["claims that are null", `${encode('{"alg":"HS256"}')}.${encode("null")}.AAAA`],
  ["claims that are a text", `${encode('{"alg":"HS256"}')}.${encode('"a"')}.AAAA`],
  ["crit", signToken({}, { header: { crit: ["exp"] } })],
  ["an empty crit", signToken({}, { header: { crit: [] } })],
  ["a kid that is not a string", signToken({}, { header: { kid: 1 } })],
  ["a kid of 257 characters", signToken({}, { header: { kid: "k".repeat(257) } })],
])("readJwt() refuses %s", (_what, text) => {
  expect(codeOfToken(text)).toBe("signature_malformed");
});

test.each(["none", "None", "hs256", "HS512", "RS256", "", 1, null, ["HS256"], undefined])(
  "readJwt() refuses a token that names the algorithm %j",
  (alg) => {
    expect(codeOfToken(signToken({}, { header: { alg } }))).toBe("algorithm_wrong");
  },
);

test("readJwt() ignores an inherited algorithm", () => {
  const header = encode('{"__proto__":{"alg":"HS256"}}');
  expect(codeOfToken(`${header}.e30.AAAA`)).toBe("algorithm_wrong");
});

test("readJwt() never throws", () => {
  const texts = fc.oneof(
    fc.string({ unit: "binary" }),
    fc
      .tuple(fc.json(), fc.json(), fc.uint8Array())
      .map((all) => all.map((one) => encode(one as string)).join(".")),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect(typeof readJwt(text, HS256).ok).toBe("boolean");
    }),
  );
});

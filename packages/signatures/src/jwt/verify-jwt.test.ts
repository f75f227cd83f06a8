import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { authOf, check } from "../../../core/test/auth/configs.ts";
import { SECRET } from "../../../core/test/auth/requests.ts";
import {
  EC,
  RSA,
  SECONDS_NOW,
  signToken,
  type TokenOptions,
} from "../../../core/test/auth/tokens.ts";

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

test("trap 34 verifyJwt() accepts the old secret beside the new one", async () => {
  const auth = authOf({ scheme: "jwt", secrets: ["another-secret-of-24-bytes", SECRET] });
  expect(await check(auth, bearer({ exp: END }))).toBe(1);
});

test("verifyJwt() wants the token where it stands", async () => {
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

test("trap 16 verifyJwt() takes no public key for the secret of an HMAC", async () => {
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

test("trap 16 verifyJwt() accepts no token without a signature", async () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = encode({ exp: END });
  for (const alg of ["none", "HS256"]) {
    const value = `Bearer ${encode({ alg })}.${claims}.`;
    expect(await check(authOf(OWN), { headers: { authorization: value } })).not.toBe(0);
  }
});

test("trap 16 verifyJwt() takes no key that the token brings with it", async () => {
  const jwk = EC.publicKey.export({ format: "jwk" });
  const header = { jwk, jku: "https://evil.example/keys", x5u: "https://evil.example/cert" };
  const auth = authOf({ scheme: "jwt", publicKey: RSA.pem });
  const own = bearer({ exp: END }, { key: RSA.privateKey, header });
  expect(await check(auth, own)).toBe(0);
  const theirs = { key: EC.privateKey, header: { ...header, alg: "RS256" } };
  expect(await check(auth, bearer({ exp: END }, theirs))).toBe("signature_wrong");
});

test("trap 16 verifyJwt() accepts no ES256 signature of another length", async () => {
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

test("verifyJwt() wants Netlify's hash of the body", async () => {
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

test("trap 29 verifyJwt() accepts Vonage's token without a hash, and calls its body unbound", async () => {
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

test("trap 29 verifyJwt() reads no body for monday.com, whose token does not bind it", async () => {
  const auth = authOf({ provider: "monday", secret: SECRET, audience: "https://a.example/x" });
  const headers = { authorization: signToken({ aud: "https://a.example/x", exp: END }) };
  expect(await check(auth, { headers, text: "anything" })).toBe(0);
  expect([auth?.kind, auth?.needsBody, auth?.delivery?.bodyBound]).toEqual(["jwt", false, false]);
  expect(auth?.secretPlaces.headers).toContain("authorization");
});

test("trap 29 verifyJwt() wants Jira Connect's hash of method, path and query", async () => {
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

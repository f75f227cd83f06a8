import { expect, test } from "vitest";
import { authOf, check, problemsOf } from "../../../test/auth/configs.ts";
import { SECRET, webCrypto } from "../../../test/auth/requests.ts";
import { RSA, SECONDS_NOW, signToken } from "../../../test/auth/tokens.ts";

const END = SECONDS_NOW + 100;
const OWN = { scheme: "jwt", secret: SECRET };

const listOf = (auth: object) =>
  problemsOf(auth).map(({ code, path, severity }) =>
    [code, path.slice(4).join("."), severity].join(" "),
  );

test("composeJwt() takes header, issuer, audience and claims of the config", async () => {
  const auth = authOf({
    ...OWN,
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

test("composeJwt() keeps the words before a token in the header of the row", async () => {
  const claims = { exp: END };
  const of = (header: string, value: string) =>
    check(authOf({ ...OWN, header }), { headers: { [header.toLowerCase()]: value } });
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
  [{ ...OWN, algorithm: "HS256" }, []],
  [{ ...OWN, algorithm: "RS256" }, ["auth_scheme_invalid algorithm error"]],
  [{ ...OWN, algorithm: "sha256" }, ["auth_scheme_invalid algorithm error"]],
  [
    { scheme: "jwt", publicKey: RSA.pem, algorithm: "HS256" },
    ["auth_scheme_invalid algorithm error"],
  ],
  [{ scheme: "jwt", publicKey: RSA.pem, algorithm: "ES256" }, ["secret_malformed publicKey error"]],
  [{ provider: "netlify", publicKey: RSA.pem }, ["auth_incomplete publicKey error"]],
  [{ ...OWN, publicUrl: "hooks.example.com" }, ["invalid_value publicUrl error"]],
  [{ ...OWN, baseUrl: "https://" }, ["invalid_value baseUrl error"]],
  [{ ...OWN, signed: "{body}" }, ["field_without_effect signed warning"]],
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
])("trap 16 compileJwt() finds what is wrong with %j", (auth, problems) => {
  expect(listOf(auth)).toEqual(problems);
});

test("compileJwt() tells which algorithms a way has", () => {
  const [problem] = problemsOf({ ...OWN, algorithm: "ES256" });
  expect(problem?.hint).toBe('Write "HS256", or leave it out.');
});

test("compileJwt() reports a key that the runtime refuses", () => {
  const crypto = {
    ...webCrypto,
    hmacKey: () => {
      throw new RangeError("no");
    },
  };
  expect(problemsOf(OWN, { crypto })[0]?.code).toBe("secret_malformed");
});

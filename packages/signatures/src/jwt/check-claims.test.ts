import { expect, test } from "vitest";
import { NOW } from "../../../core/test/auth/requests.ts";
import { SECONDS_NOW } from "../../../core/test/auth/tokens.ts";
import { type ClaimsCheck, checkClaims } from "./check-claims.ts";

const SCHEME: ClaimsCheck["scheme"] = {
  issuers: ["one", "two"],
  audiences: ["us", "them"],
  claims: { email_verified: true },
};

const END = SECONDS_NOW + 100;
const RIGHT = { iss: "two", aud: "us", exp: END, email_verified: true };

const codeOf = (claims: object, scheme: Partial<ClaimsCheck["scheme"]> = {}) =>
  checkClaims(claims, { scheme: { ...SCHEME, ...scheme }, leewaySeconds: 60, receivedAt: NOW });

test("checkClaims() accepts what has every claim", () => {
  expect(codeOf(RIGHT)).toBeUndefined();
  expect(codeOf({ ...RIGHT, aud: ["others", "them"] })).toBeUndefined();
  expect(codeOf({ exp: END }, { issuers: [], audiences: [], claims: {} })).toBeUndefined();
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
])("trap 16 checkClaims() refuses %s", (_what, claims, code) => {
  expect(codeOf({ ...RIGHT, ...claims })).toBe(code);
});

test.each<[string, object, string | undefined]>([
  ["an end in the leeway", { exp: SECONDS_NOW - 60 }, undefined],
  ["an end before the leeway", { exp: SECONDS_NOW - 61 }, "timestamp_too_old"],
  ["a start in the leeway", { nbf: SECONDS_NOW + 60 }, undefined],
  ["a start behind the leeway", { nbf: SECONDS_NOW + 61 }, "timestamp_in_future"],
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
])("trap 7 checkClaims() judges %s", (_what, claims, code) => {
  expect(codeOf({ ...RIGHT, ...claims })).toBe(code);
});

test("checkClaims() needs no time where the scheme says so, and judges one that is there", () => {
  const rest = { ...RIGHT, exp: undefined };
  expect(codeOf(rest, { isTimeOptional: true })).toBeUndefined();
  expect(codeOf({ ...rest, exp: 1 }, { isTimeOptional: true })).toBe("timestamp_too_old");
});

test("checkClaims() reads own claims alone", () => {
  const inherited = Object.create({ iss: "one" }) as object;
  expect(codeOf(Object.assign(inherited, { aud: "us", exp: END }))).toBe("issuer_wrong");
});

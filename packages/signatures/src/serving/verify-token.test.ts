import { expect, test } from "vitest";
import { requestOf } from "../../../core/test/auth/requests.ts";
import type { AuthRequest, TokenLocation } from "../model.ts";
import { compileTokenLocation, verifyToken } from "./verify-token.ts";

const TOKEN = "a-right-token";
const JSON_TYPE = { "content-type": "application/json" };
const FORM_TYPE = { "content-type": "application/x-www-form-urlencoded" };

function check(
  place: TokenLocation,
  parts: Partial<AuthRequest> & { readonly text?: string },
  tokens: readonly string[] = [TOKEN],
) {
  const compiled = compileTokenLocation(place);
  if (compiled === undefined) throw new Error("no place");
  const result = verifyToken({ place: compiled, tokens }, requestOf(parts));
  return result.ok ? result.keyIndex : result.code;
}

const inHeader = (value: string) => ({ headers: { "x-token": value } });

test("verifyToken() compares the token of a header", () => {
  const place = { header: "x-token" };
  expect(check(place, inHeader(TOKEN))).toBe(0);
  expect(check(place, inHeader(`${TOKEN}x`))).toBe("token_wrong");
  expect(check(place, inHeader(TOKEN.slice(1)))).toBe("token_wrong");
  expect(check(place, inHeader(""))).toBe("token_missing");
  expect(check(place, {})).toBe("token_missing");
});

test("verifyToken() refuses a header that came twice", () => {
  const headers = { "x-token": [TOKEN, TOKEN] };
  expect(check({ header: "x-token" }, { headers })).toBe("token_wrong");
});

test("verifyToken() requires the scheme before a token, in any case", () => {
  const place = { header: "authorization", prefix: "Bearer " };
  const of = (authorization: string) => check(place, { headers: { authorization } });
  expect(of(`Bearer ${TOKEN}`)).toBe(0);
  expect(of(`bearer  ${TOKEN}`)).toBe(0);
  expect(of(TOKEN)).toBe("token_missing");
  expect(of(`Basic ${TOKEN}`)).toBe("token_missing");
});

test("verifyToken() compares a query parameter, decoded", () => {
  const place = { query: "key" };
  expect(check(place, { target: `/hooks/x?key=${TOKEN}` })).toBe(0);
  expect(check(place, { target: "/hooks/x?key=a%2Dright-token" })).toBe(0);
  expect(check(place, { target: "/hooks/x?key=" })).toBe("token_missing");
  expect(check(place, { target: "/hooks/x" })).toBe("token_missing");
});

test("verifyToken() compares user and password of Basic authentication together", () => {
  const basic = (text: string) => ({
    headers: { authorization: `Basic ${Buffer.from(text).toString("base64")}` },
  });
  const tokens = ["ann:pass:word"];
  expect(check({ basic: true }, basic("ann:pass:word"), tokens)).toBe(0);
  expect(check({ basic: true }, basic("ann:pass"), tokens)).toBe("token_wrong");
  expect(check({ basic: true }, { headers: { authorization: "Basic !" } }, tokens)).toBe(
    "token_missing",
  );
  expect(check({ basic: true }, {}, tokens)).toBe("token_missing");
  const bytes = { headers: { authorization: `Basic ${Buffer.of(0xff).toString("base64")}` } };
  expect(check({ basic: true }, bytes, tokens)).toBe("token_missing");
});

test("verifyToken() compares a field of a JSON body or of a form", () => {
  const place = { body: "passcode" };
  const json = (value: unknown) => ({
    text: JSON.stringify({ passcode: value }),
    headers: JSON_TYPE,
  });
  expect(check(place, json(TOKEN))).toBe(0);
  expect(check(place, { text: `passcode=${TOKEN}`, headers: FORM_TYPE })).toBe(0);
  expect(check({ body: "a.b" }, { text: `{"a":{"b":"${TOKEN}"}}` })).toBe(0);
  expect(check(place, json("x"))).toBe("token_wrong");
  for (const value of [null, 5, [TOKEN], { toString: TOKEN }, ""]) {
    expect(check(place, json(value))).toBe("token_missing");
  }
  expect(check(place, { text: "no json" })).toBe("token_missing");
  expect(check(place, { body: Uint8Array.of(0xff) })).toBe("token_missing");
  expect(check(place, { text: "a=%ff", headers: FORM_TYPE })).toBe("token_missing");
});

test("verifyToken() requires the token in every element of a batch", () => {
  const place = { body: "value[].clientState" };
  const batch = (...states: readonly unknown[]) => ({
    text: JSON.stringify({ value: states.map((clientState) => ({ clientState })) }),
  });
  expect(check(place, batch(TOKEN))).toBe(0);
  expect(check(place, batch(TOKEN, TOKEN))).toBe(0);
  expect(check(place, batch(TOKEN, "x"))).toBe("token_wrong");
  expect(check(place, batch(TOKEN, undefined))).toBe("token_wrong");
  expect(check(place, batch())).toBe("token_missing");
  expect(check(place, { text: '{"value":{"clientState":"x"}}' })).toBe("token_missing");
  expect(check(place, batch(TOKEN, "old"), [TOKEN, "old"])).toBe("token_wrong");
});

test("verifyToken() returns the index of the token that matched, newest first", () => {
  const tokens = ["new", TOKEN, TOKEN];
  expect(check({ header: "x-token" }, inHeader(TOKEN), tokens)).toBe(1);
});

test("verifyToken() refuses an empty token", () => {
  const batch = { text: '{"value":[{}]}' };
  expect(check({ body: "value[].clientState" }, batch, [""])).toBe("token_wrong");
  expect(check({ header: "x-token" }, inHeader(""), [""])).toBe("token_missing");
  expect(check({ header: "x-token" }, inHeader(TOKEN), [])).toBe("token_wrong");
});

test("compileTokenLocation() returns undefined without a location, and for an invalid path", () => {
  expect(compileTokenLocation({})).toBeUndefined();
  expect(compileTokenLocation({ body: "a[" })).toBeUndefined();
  expect(compileTokenLocation({ body: "list[].a[" })).toBeUndefined();
});

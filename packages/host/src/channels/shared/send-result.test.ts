import { expect, test } from "vitest";
import { SEND_CODES } from "./send-codes.ts";
import { readWait, refuse, resultOfExchange } from "./send-result.ts";

test("SEND_CODES has a sentence and a way out for each code", { tags: "DEL-14" }, () => {
  for (const { meaning, hint } of Object.values(SEND_CODES)) {
    expect(meaning).toMatch(/^[A-Z][^.]+\.$/);
    expect(hint).toMatch(/^[A-Z].+\.$/);
  }
});

test("refuse() shows a code of the platform and nothing that could be text", {
  tags: "SEC-5",
}, () => {
  const shown = (word: string): string =>
    JSON.stringify(refuse("message", "too_long", "X", { word }));
  expect(shown("msg_too_long")).toContain("(X: msg_too_long)");
  expect(shown("a text with spaces")).toContain("(X)");
  expect(shown("y".repeat(61))).toContain("(X)");
});

test("resultOfExchange() reports what a client refused", { tags: "PRT-2" }, () => {
  const rules = { name: "X", read: () => ({}), rows: [] };
  const exchange = { kind: "not_made", code: "client_refused" } as const;
  expect(resultOfExchange(exchange, rules, 0)).toMatchObject({
    kind: "refused",
    scope: "message",
    code: "client_refused",
  });
});

test.each([
  [7, 7000],
  ["7", 7000],
  [64.57, 64_570],
  [" 1 ", 1000],
  [99_999, 99_999_000],
  ["Thu, 01 Jan 1970 00:00:20 GMT", 10_000],
])("readWait() reads %j", { tags: "DEL-9" }, (value, expected) => {
  expect(readWait(value, 10_000)).toBe(expected);
});

test.each([
  0,
  -1,
  "0",
  "-5",
  "",
  "soon",
  Number.NaN,
  Number.POSITIVE_INFINITY,
  null,
  undefined,
  {},
  "Thu, 01 Jan 1970 00:00:05 GMT",
])("readWait() finds no wait in %j", { tags: "DEL-9" }, (value) => {
  expect(readWait(value, 10_000)).toBeUndefined();
});

import { describe, expect, it } from "vitest";
import { ruleOf } from "../../test/matching/rules.ts";
import { countHeaderValues, findRarestHeader, isPlainRule } from "./index-mappings.ts";

it("findRarestHeader() compares lists of 150,000 values", () => {
  const values = Array.from({ length: 150_000 }, (_, index) => `${index}`);
  const headers = [
    { name: "many", values },
    { name: "one", values: ["1"] },
  ];
  const frequencies = countHeaderValues([
    { rule: ruleOf({ headers: [...headers, ...headers.slice(0, 1)] }) },
  ]);
  expect(findRarestHeader(ruleOf({ headers }), frequencies)).toBe(headers[1]);
});

describe("isPlainRule()", () => {
  it("is true of what asks for a path and a source at most", () => {
    expect(isPlainRule(ruleOf({}))).toBe(true);
    expect(isPlainRule(ruleOf({ path: "ci", source: "s" }))).toBe(true);
    expect(isPlainRule(ruleOf({ headers: [{ name: "x", values: ["1"] }] }))).toBe(false);
    expect(isPlainRule(ruleOf({ query: [{ name: "x", values: ["1"] }] }))).toBe(false);
    expect(isPlainRule(ruleOf({ when: { holds: () => true } }))).toBe(false);
    expect(isPlainRule(ruleOf({ not: ruleOf({}) }))).toBe(false);
  });
});

import { describe, expect, it } from "vitest";
import { ruleOf } from "../../test/matching/rules.ts";
import { isPlainRule } from "./index-tables.ts";

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

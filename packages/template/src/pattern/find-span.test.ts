import { describe, expect, it } from "vitest";
import { compileSearch } from "./compile-pattern.ts";

function search(source: string, text: string, from = 0) {
  const compiled = compileSearch(source, false);
  if (!compiled.ok) throw new Error(compiled.problem);
  let steps = 0;
  const span = compiled.pattern(text, (taken) => {
    steps += taken;
  })(from);
  return { span, steps };
}

describe("compileSearch()", () => {
  it.each([
    ["b", "abab", 0, { start: 1, end: 2 }],
    ["b", "abab", 2, { start: 3, end: 4 }],
    ["b", "aaaa", 0, undefined],
    ["a|ab", "ab", 0, { start: 0, end: 1 }],
    ["ab|a", "ab", 0, { start: 0, end: 2 }],
    ["a+", "baaa", 0, { start: 1, end: 4 }],
    ["a+?", "baaa", 0, { start: 1, end: 2 }],
    ["", "ab", 1, { start: 1, end: 1 }],
    ["$", "ab", 0, { start: 2, end: 2 }],
    ["^a", "aa", 1, undefined],
    ["\\ba", "aa a", 1, { start: 3, end: 4 }],
    ["\\Ba", "aa", 1, { start: 1, end: 2 }],
    ["(b)", "ab", 0, { start: 1, end: 2, group: [1, 2] }],
    ["(a)|b", "b", 0, { start: 0, end: 1 }],
    ["(a*)(b)", "aab", 0, { start: 0, end: 3, group: [0, 2] }],
    ["(?<n>b)", "ab", 0, { start: 1, end: 2, group: [1, 2] }],
    ["(?:a|b(c))+", "abc", 0, { start: 0, end: 3, group: [2, 3] }],
    [".", "🚀", 0, { start: 0, end: 2 }],
  ])("finds %s in %j from %i", (source, text, from, span) => {
    expect(search(source, text, from).span).toEqual(span);
  });

  it("refuses what compilePattern() refuses", () => {
    expect(compileSearch("(", false)).toMatchObject({ ok: false });
    expect(compileSearch("a".repeat(1_001), false)).toMatchObject({ ok: false });
  });

  it.each([
    ["(a*)*b", 7],
    ["(a|a|aa)+$", 19],
    ["(.*)(.*)(.*)(.*)=", 18],
    ["(x+x+)+y", 2],
  ])("takes steps in proportion to the text: %s", (source, each) => {
    const length = 10_000;
    expect(search(source, "a".repeat(length)).steps).toBeLessThan(each * length);
  });

  it("passes over characters with which no match begins, one step each", () => {
    expect(search("(b|c)+d", "a".repeat(1_000)).steps).toBe(1_004);
  });
});

import { describe, expect, it } from "vitest";
import { compilePattern } from "./compile-pattern.ts";

function matches(source: string, text: string, ignoresCase = false): boolean {
  const compiled = compilePattern(source, ignoresCase);
  if (!compiled.ok) throw new Error(compiled.problem);
  return compiled.pattern(text, () => undefined);
}

describe("compilePattern()", () => {
  it.each([
    ["", "", true],
    ["", "abc", true],
    ["b", "abc", true],
    ["^b", "abc", false],
    ["b$", "abc", false],
    ["^abc$", "abc", true],
    ["^$", "", true],
    ["^$", "a", false],
    ["a^b", "ab", false],
    ["a$b", "ab", false],
    ["a.c", "a\nc", false],
    ["a.c", "a🚀c", true],
    ["^.$", "🚀", true],
    ["^.$", "\ud83d", true],
    ["[^a]", "a", false],
    ["[^a]", "\n", true],
    ["^a{2,3}$", "a", false],
    ["^a{2,3}$", "aaa", true],
    ["^a{2,3}$", "aaaa", false],
    ["^(ab|c)+$", "abcab", true],
    ["^(ab|c)+$", "abb", false],
    ["^(a|){3}$", "aa", true],
    ["^(a*)*$", "aaa", true],
    ["\\bcat\\b", "a cat!", true],
    ["\\bcat\\b", "concat", false],
    ["\\bcat\\b", "cat", true],
    ["\\Bcat", "concat", true],
    ["\\Bcat", "cat", false],
    ["\\bé", "é", false],
    ["^\\s\\S\\d\\D\\w\\W$", "\u00a0x5y_-", true],
    ["\\u{1f680}+", "🚀🚀", true],
    ["a{0}b", "b", true],
  ])("of %s finds it in %j: %s", (source, text, found) => {
    expect(matches(source, text)).toBe(found);
  });

  it.each([
    ["error", "ERROR", true],
    ["ÄPFEL", "äpfel", true],
    ["[a-c]", "B", true],
    ["[^a-c]", "B", false],
    ["[A-Z]", "q", true],
    ["\\w", "Q", true],
    ["straße", "STRASSE", false],
    ["k", "\u212a", false],
    ["я", "Я", true],
  ])("of %s finds it in %j whatever the case: %s", (source, text, found) => {
    expect(matches(source, text, true)).toBe(found);
  });

  it("reports a problem with its hint", () => {
    expect(compilePattern("a)", false)).toEqual({
      ok: false,
      problem: 'has a ")" without its "(" at character 2 of its pattern',
      hint: 'Write "\\)".',
    });
    expect(compilePattern("[b-a]", false)).toEqual({
      ok: false,
      problem: "has a range that runs backwards at character 2 of its pattern",
    });
  });

  it.each(["(a{1000}){1000}", "((){999}){999}", `(${"(a?){9}".repeat(50)}){99}`])(
    "refuses %s, whose repetitions are too many when written out",
    (source) => {
      expect(compilePattern(source, false)).toEqual({
        ok: false,
        problem: "has a pattern that is too long when its repetitions are written out",
        hint: "Use smaller numbers in {…}, or * or +.",
      });
    },
  );

  it("refuses a pattern of more than 1,000 characters", () => {
    expect(compilePattern("a".repeat(1000), false)).toHaveProperty("pattern");
    expect(compilePattern("a".repeat(1001), false)).toEqual({
      ok: false,
      problem: "takes a pattern of at most 1000 characters",
    });
  });

  it("keeps no state between texts: the same text costs the same each time", () => {
    const compiled = compilePattern("(a|b)*a(a|b){5}c", false);
    if (!compiled.ok) throw new Error(compiled.problem);
    const costs = ["abab", "bbbbaaaabc", "abab"].map((text) => {
      let cost = 0;
      compiled.pattern(text, (steps) => {
        cost += steps;
      });
      return cost;
    });
    expect(costs[2]).toBe(costs[0]);
  });
});

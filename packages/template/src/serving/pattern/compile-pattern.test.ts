import { describe, expect, it } from "vitest";
import { compilePattern, compileSearch } from "./compile-pattern.ts";

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

// Patterns and texts that take a backtracking engine years: steps are counted, not time.

const MILLION = 1_000_000;

function stepsOf(source: string, text: string, most = Number.POSITIVE_INFINITY): number {
  const compiled = compilePattern(source, false);
  if (!compiled.ok) throw new Error(compiled.problem);
  let taken = 0;
  const found = compiled.pattern(text, (steps) => {
    taken += steps;
    if (taken > most) throw new RangeError("too many steps");
  });
  expect(found).toBe(false);
  return taken;
}

describe("compilePattern() against hostile texts", () => {
  it.each([
    ["(a*)*b", "a".repeat(MILLION)],
    ["(a|a|aa)+$", `${"a".repeat(MILLION)}b`],
    ["(.*)(.*)(.*)(.*)=", "x".repeat(MILLION)],
    ["^(([a-z])+.)+[A-Z]([a-z])+$", "a".repeat(MILLION)],
    ["(x+x+)+y", "x".repeat(MILLION)],
  ])("takes few steps for %s in a million characters", (source, text) => {
    expect(stepsOf(source, text)).toBeLessThan(1_000);
  });

  it("takes a bounded number of steps for each character, also where each needs a new state", () => {
    const text = surprisingText(20_000);
    const steps = stepsOf(TWENTY_BACK, text);
    expect(steps).toBeGreaterThan(text.length * 10);
    expect(steps).toBeLessThan(text.length * 130);
  });

  it("ends when `spend` throws", () => {
    expect(() => stepsOf(TWENTY_BACK, surprisingText(20_000), 10_000)).toThrow("too many steps");
  });
});

/** As many sets of places as there are words of 20 letters. */
const TWENTY_BACK = "(a|b)*a(a|b){20}c";

/** The binary numbers one after the other: hardly any word of 20 letters occurs twice. */
function surprisingText(length: number): string {
  const numbers = Array.from({ length }, (_, number) => number.toString(2));
  return numbers.join("").slice(-length).replaceAll("0", "a").replaceAll("1", "b");
}

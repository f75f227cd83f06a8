// Patterns and texts that take a backtracking engine years: steps are counted, not time.
import { describe, expect, it } from "vitest";
import { compilePattern } from "./compile-pattern.ts";

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

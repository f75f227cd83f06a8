import { describe, expect, it } from "vitest";
import { normalizeDialect } from "./dialect.ts";
import { hintExpression } from "./hint-expression.ts";
import {
  offsetFromPosition,
  positionFromOffset,
  problemFromSyntaxError,
} from "./template-problem.ts";

describe("hintExpression()", () => {
  it.each([
    ["{{#if x == 1}}a{{/if}}", '"(eq a b)"'],
    ["{{#if x === 1}}a{{/if}}", '"(eq a b)"'],
    ["{{#if (x != 1)}}a{{/if}}", '"(ne a b)"'],
    ["{{#if x > 1}}a{{/if}}", '"(gt a b)"'],
    ["{{#if x && y}}a{{/if}}", '"(and a b)"'],
    ["{{#if !x}}a{{/if}}", '"(not a)"'],
    ["{{#each l as |x, i|}}a{{/each}}", '"as |item index|"'],
    ["{{form.[data[email]]}}", `in quotes: write "{{form['data[email]']}}"`],
    ["{{x!}}", "Write a path such as"],
  ])("says what to write instead of %s", (source, part) => {
    const inner = source.replace(/^\{\{#?|\}\}.*$/g, "");
    expect(hintExpression(inner)).toContain(part);
  });
});

describe("positionFromOffset()", () => {
  it("counts lines and columns from 1", () => {
    expect(positionFromOffset("ab\n\ncd", 0)).toEqual({ line: 1, column: 1 });
    expect(positionFromOffset("ab\n\ncd", 2)).toEqual({ line: 1, column: 3 });
    expect(positionFromOffset("ab\n\ncd", 3)).toEqual({ line: 2, column: 1 });
    expect(positionFromOffset("ab\n\ncd", 5)).toEqual({ line: 3, column: 2 });
  });
});

describe("offsetFromPosition()", () => {
  it("takes every line end that the parser takes for one", () => {
    const source = "a\nb\r\nc\rd";
    const offsets = [1, 2, 3, 4].map((line) => offsetFromPosition(source, { line, column: 1 }));
    expect(offsets).toEqual([0, 2, 5, 7]);
    expect(offsetFromPosition(source, { line: 2, column: 2 })).toBe(3);
  });
});

describe("problemFromError()", () => {
  it("does not hide a fault of our own", () => {
    const fault = new RangeError("ours");
    expect(() => problemFromSyntaxError(fault, { source: "" })).toThrow(fault);
  });
});

describe("normalizeDialect()", () => {
  it.each([
    ["messages[0].a", "messages.[0].a"],
    ["messages.[0].a", "messages.[0].a"],
    ["messages.0.a", "messages.[0].a"],
    ["list/0", "list/[0]"],
    ["0.a", "[0].a"],
    ["../list[0]", "../list.[0]"],
    ["lookup list[0] 0", "lookup list.[0] 0"],
    ["lookup a -1.5", "lookup a -1.5"],
    ["a \"b[0].1\" 'c[0]'", "a \"b[0].1\" 'c[0]'"],
  ])("writes %s as %s", (inner, wanted) => {
    expect(normalizeDialect(inner).text).toBe(wanted);
  });

  it("leads every offset of the normalized text back to the original one", () => {
    const inner = "b[0].1 (c d[2])";
    const { text, originalOffset } = normalizeDialect(inner);
    for (const part of ["b", "0]", "(c", "d", "2])", ")"]) {
      expect(originalOffset(text.indexOf(part)), part).toBe(inner.indexOf(part));
    }
  });
});

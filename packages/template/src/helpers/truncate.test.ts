import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../test/render.ts";

describe("truncate()", () => {
  it.each([
    ["abcdef", 6, "abcdef"],
    ["abcdef", 5, "abcd…"],
    ["abcdef", 1, "…"],
    ["abcdef", 0, ""],
    ["abcdef", -1, ""],
    ["abcdef", "3", "ab…"],
    ["abcdef", 3.9, "ab…"],
    ["abcdef", "many", "abcdef"],
    ["abcdef", null, "abcdef"],
    ["👋👋👋", 3, "👋👋👋"],
    ["👋👋👋", 2, "👋…"],
    ["\ud800\ud800\ud800", 2, "\ud800…"],
    ["abe\u0301f", 4, "ab…"],
    ["a👍🏽bc", 3, "a…"],
    ["a👩‍💻bc", 3, "a…"],
    ["a👩‍💻bc", 4, "a…"],
    ["a👩‍💻bc", 5, "a👩‍💻…"],
    [12_345, 3, "12…"],
    [{ a: 1 }, 3, '{"…'],
    [null, 3, ""],
  ])("of %j to %j is %j", (text, length, result) => {
    expect(renderTemplate("{{truncate text length}}", { text, length })).toBe(result);
  });

  it.each([
    ["...", 5, "ab..."],
    ["...", 3, "..."],
    ["...", 2, "ab"],
    ["...", -1, ""],
    ["", 2, "ab"],
    [null, 2, "ab"],
    ["👋", 2, "a👋"],
    [7, 2, "a7"],
  ])("puts the ellipsis %j within %j characters", (ellipsis, length, result) => {
    const payload = { text: "abcdef", ellipsis, length };
    expect(renderTemplate("{{truncate text length ellipsis=ellipsis}}", payload)).toBe(result);
  });

  it("keeps characters whole where the ellipsis does not fit", () => {
    const render = (text: string) => renderTemplate('{{truncate text 2 ellipsis="..."}}', { text });
    expect(render("ae\u0301b")).toBe("a");
    expect(render("abc")).toBe("ab");
  });

  it("cuts a text that consists of accents", () => {
    const text = `a${"\u0301".repeat(200)}`;
    const cutAt = (length: number) =>
      renderTemplate(`{{truncate text ${length}}}`, { text }).length;
    expect(cutAt(33)).toBe(1);
    expect(cutAt(101)).toBe(101);
  });

  it.each(["-1", "1.5", "'x'", "null"])("refuses the literal length %s", (length) => {
    expect(problemOfTemplate(`{{truncate text ${length}}}`).message).toBe(
      'helper "truncate" takes a whole number from 0 on as argument 2',
    );
  });
});

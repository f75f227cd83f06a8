import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate, unitsOfTemplate } from "../../test/render.ts";
import { COST } from "../render/budget.ts";
import { linesOf, startOfCluster } from "./text.ts";

it.each([
  ["ab ß é", "AB SS É"],
  ["İi", "İI"],
  [true, "TRUE"],
  [{ a: "b" }, '{"A":"B"}'],
  [null, ""],
])("upper() of %j is %j", (value, text) => {
  expect(renderTemplate("{{upper value}}", { value })).toBe(text);
});

it.each([
  ["AB É", "ab é"],
  ["I", "i"],
  [true, "true"],
  [["A"], '["a"]'],
  [null, ""],
])("lower() of %j is %j", (value, text) => {
  expect(renderTemplate("{{lower value}}", { value })).toBe(text);
});

it.each([
  ["opened", "Opened"],
  ["aCME ltd", "ACME ltd"],
  ["éclair", "Éclair"],
  ["ßa", "SSa"],
  ["𐐨x", "𐐀x"],
  ["👋 hi", "👋 hi"],
  ["", ""],
  [null, ""],
  [5, "5"],
])("capitalize() of %j is %j", (value, text) => {
  expect(renderTemplate("{{capitalize value}}", { value })).toBe(text);
});

it.each([
  [" \t\na b\u00a0\ufeff", "a b"],
  [" ", ""],
  [5, "5"],
  [[" "], '[" "]'],
  [null, ""],
])("trim() of %j is %j", (value, text) => {
  expect(renderTemplate("{{trim value}}", { value })).toBe(text);
});

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

describe("split()", () => {
  it.each([
    ["a,b,,c", ",", ["a", "b", "", "c"]],
    [",a,", ",", ["", "a", ""]],
    ["aXXbXXX", "XX", ["a", "b", "X"]],
    ["abc", "-", ["abc"]],
    ["a👋\ud800", "", ["a", "👋", "\ud800"]],
    ["ab", null, ["a", "b"]],
    ["", ",", []],
    [null, ",", []],
    [1.5, ".", ["1", "5"]],
    [["a", "b"], ",", ['["a"', '"b"]']],
  ])("split() of %j by %j is %j", (text, separator, list) => {
    expect(renderTemplate("{{split text separator}}", { text, separator })).toBe(
      JSON.stringify(list),
    );
  });

  it.each([",", ""])(
    "split() by %j refuses a text longer than what is left to render",
    (separator) => {
      const count = (text: string) =>
        renderTemplate("{{length (split text separator)}}", { text, separator }, limited);
      expect(count("abc")).toBe(separator === "" ? "3" : "1");
      expect(() => count("abcd")).toThrow("the rendered text is too long");
    },
  );

  const limited = { limits: { maxCharacters: 3 } };
});

describe("lines()", () => {
  it.each([
    ["a\nb", '["a","b"]'],
    ["a\r\nb\rc\n\n", '["a","b","c"]'],
    ["\n a", '[""," a"]'],
    [" \n", "[]"],
    [null, "[]"],
    [5, '["5"]'],
    [["a\nb"], '["[\\"a\\\\nb\\"]"]'],
  ])("gives the lines of %j", (text, list) => {
    expect(renderTemplate("{{lines text}}", { text })).toBe(list);
  });

  it("refuses a text that is too long to be rendered", () => {
    expect(() =>
      renderTemplate("{{length (lines text)}}", { text: "x\n".repeat(600_000) }),
    ).toThrow("too long");
  });
});

it.each([
  ["in_progress", "In progress"],
  ["checkRun", "Check run"],
  ["PULL_REQUEST", "Pull request"],
  ["HTTPServerError", "Http server error"],
  ["invoice.payment-failed", "Invoice payment failed"],
  ["__a--b..c  d\n", "A b c d"],
  ["v2Release", "V2 release"],
  ["öffnen_Über", "Öffnen über"],
  ["", ""],
  [null, ""],
  [5, "5"],
])("humanize() of %j is %j", (value, text) => {
  expect(renderTemplate("{{humanize value}}", { value })).toBe(text);
});

it("humanize() takes linear time for capitals and separators", () => {
  const value = "A".repeat(300_000) + "_".repeat(300_000);
  expect(renderTemplate("{{length (humanize value)}}", { value })).toBe("300000");
});

it.each([
  ["ab", 1, 1],
  ["ae\u0301b", 2, 1],
  ["ae\u0301b", 3, 3],
  ["a👍🏽", 3, 1],
  ["👩‍💻", 2, 0],
  ["👩‍💻", 3, 0],
  ["\u0301a", 0, 0],
  ["❤\ufe0f!", 1, 0],
])("startOfCluster() in %j at %i is %i", (text, place, start) => {
  expect(startOfCluster(text, place)).toBe(start);
});

it("startOfCluster() looks back over at most 32 code units", () => {
  const text = `a${"\u0301".repeat(100)}`;
  expect(startOfCluster(text, 32)).toBe(0);
  expect(startOfCluster(text, 33)).toBe(33);
});

it.each([
  ["", [""]],
  ["a", ["a"]],
  ["a\nb\r\nc\rd\n", ["a", "b", "c", "d", ""]],
  ["a\n\rb", ["a", "", "b"]],
  ["a\u2028b", ["a\u2028b"]],
])("linesOf() %j is %j", (text, lines) => {
  expect(linesOf(text)).toEqual(lines);
});

describe("choose()", () => {
  it.each([
    ['{{choose v open="A" closed="B" default="C"}}', "open", "A"],
    ['{{choose v open="A" closed="B" default="C"}}', "closed", "B"],
    ['{{choose v open="A" closed="B" default="C"}}', "Open", "C"],
    ['{{choose v open="A" closed="B"}}', "new", ""],
    ['{{choose v open="A" default=v}}', "new", "new"],
    ["{{choose v open=(upper v)}}", "open", "OPEN"],
    ['{{choose v true="yes" false="no"}}', true, "yes"],
    ['{{choose v 0 "down" 1 "up" "unknown"}}', 0, "down"],
    ['{{choose v 0 "down" 1 "up" "unknown"}}', "1", "up"],
    ['{{choose v 0 "down" 1 "up" "unknown"}}', 7, "unknown"],
    ['{{choose v 0 "down" 1 "up"}}', 7, ""],
    ['{{choose v 0 "down" default="other"}}', 7, "other"],
    ['{{choose v "in review" "R"}}', "in review", "R"],
    ['{{choose v "" "nothing"}}', null, "nothing"],
    ['{{choose v "always"}}', "x", "always"],
    ['{{choose v a="A"}}', "toString", ""],
    ['{{choose v a="A"}}', "__proto__", ""],
    ['{{choose v [2 x]="A"}}', "2 x", "A"],
  ])("as in %s of %j is %j", (template, v, text) => {
    expect(renderTemplate(template, { v })).toBe(text);
  });

  it("is a problem of the config without texts to choose from", () => {
    expect(problemOfTemplate("{{upper (choose v)}}")).toMatchObject({
      message: 'helper "choose" takes texts to choose from',
      hint: 'Write {{choose state open="…" closed="…" default="…"}}.',
    });
  });
});

it.each([
  ["{{join list}}", { list: ["a", 1, true, null, { b: [] }] }, 'a, 1, true, , {"b":[]}'],
  ["{{join list '-'}}", { list: ["a", "b"] }, "a-b"],
  ["{{join list ''}}", { list: ["a", "b"] }, "ab"],
  ["{{join list s}}", { list: ["a", "b"], s: 0 }, "a0b"],
  ["{{join list s}}", { list: ["a", "b"], s: null }, "ab"],
  ["{{join list s}}", { list: ["a", "b"] }, "a, b"],
  ["[{{join list}}]", { list: [] }, "[]"],
  ["[{{join list}}]", {}, "[]"],
  ["{{join list '-'}}", { list: "a,b" }, "a,b"],
  ["{{join list '-'}}", { list: { a: 1 } }, '{"a":1}'],
])("join() of %s with %j is %j", (template, payload, text) => {
  expect(renderTemplate(template, payload)).toBe(text);
});

it("join() refuses a text that exceeds the limit, before it is built", () => {
  const render = (separator: string, list: unknown) =>
    renderTemplate(
      "{{join list separator}}",
      { list, separator },
      { limits: { maxCharacters: 5 } },
    );
  expect(render("123", ["a", "b"])).toBe("a123b");
  expect(() => render("1234", ["a", "b"])).toThrow("the rendered text is too long");
  expect(() => render("123456", ["", ""])).toThrow("the rendered text is too long");
});

it("join() charges the budget for the texts of the elements", () => {
  const list = Array.from({ length: 10 }, () => "x".repeat(1_000));
  const units = (count: number) =>
    unitsOfTemplate("{{#if (join list '')}}{{/if}}", { list: list.slice(0, count) });
  // The text of an element is read and becomes a part of the result.
  expect(units(10) - units(9)).toBe(COST.keys + 2 * 1_000 * COST.characters);
});

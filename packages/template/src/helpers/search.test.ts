import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate, unitsOfTemplate } from "../../test/render.ts";
import { Budget, COST, DEFAULT_RENDER_LIMITS } from "../render/budget.ts";
import { createRootFrame } from "../render/frame.ts";
import type { Scope } from "../render/scope.ts";
import { extractHelper, matchesHelper, replaceMatchHelper } from "./search.ts";

it.each([
  ["abc", "ab", [true, false]],
  ["abc", "bc", [false, true]],
  ["abc", "AB", [false, false]],
  ["abc", "BC", [false, false]],
  ["abc", "", [true, true]],
  ["abc", null, [true, true]],
  [null, "a", [false, false]],
  [5.5, 5, [true, true]],
  [["x"], "[", [true, false]],
])("startsWith() and endsWith() of %j and %j are %j", (text, part, results) => {
  const template = "{{startsWith text part}} {{endsWith text part}}";
  expect(renderTemplate(template, { text, part })).toBe(results.join(" "));
});

describe("matches()", () => {
  it.each([
    ["{{matches text '^refs/tags/v\\d+$'}}", "refs/tags/v12", "true"],
    ["{{matches text '^refs/tags/v\\d+$'}}", "refs/tags/v12x", "false"],
    ["{{matches text 'wip'}}", "WIP", "false"],
    ["{{matches text 'wip' ignoreCase=true}}", "WIP", "true"],
    ["{{matches text 'wip' ignoreCase=false}}", "WIP", "false"],
    ["{{matches text ''}}", null, "true"],
    ["{{matches text '.'}}", null, "false"],
    ["{{matches text '^5\\.5$'}}", 5.5, "true"],
    ["{{matches text '\"a\"'}}", ["a"], "true"],
    ["{{#if (matches text 'a|b')}}yes{{else}}no{{/if}}", "xbx", "yes"],
  ])("%s of %j is %s", (template, text, result) => {
    expect(renderTemplate(template, { text })).toBe(result);
  });

  it.each([
    ["{{matches text pattern}}", "takes a pattern that is written in quotation marks"],
    ["{{matches text (lower 'A')}}", "takes a pattern that is written in quotation marks"],
    ["{{matches text 5}}", "takes a pattern that is written in quotation marks"],
    [
      "{{matches text 'a' ignoreCase=flag}}",
      "takes an ignoreCase that is written as true or false",
    ],
    ["{{matches text 'a' i=true}}", 'has no named argument "i"'],
    ["{{matches text '(a)\\1'}}", 'has a back reference, "\\1", at character 4 of its pattern'],
  ])("is a problem of the config: %s", (template, problem) => {
    expect(problemOfTemplate(template).message).toContain(problem);
  });

  it("reports the position of the call and the hint about the pattern", () => {
    expect(problemOfTemplate("a\n{{matches text '(?=b)'}}")).toMatchObject({
      code: "template_helper_misused",
      hint: "Combine two conditions: (and … (not …)).",
      position: { line: 2, column: 1 },
    });
  });

  it("charges the budget for the text and for each step", () => {
    const units = (text: string) => unitsOfTemplate("{{matches text '(a*)*b'}}", { text });
    const each = COST.characters + 2 * COST.codedCharacters;
    expect(units("a".repeat(20_000)) - units("a".repeat(10_000))).toBe(10_000 * each);
    // Hardly any word of 20 letters occurs twice.
    const numbers = Array.from({ length: 500 }, (_, number) => number.toString(2)).join("");
    const surprise = numbers.replaceAll("0", "a").replaceAll("1", "b");
    const steps = unitsOfTemplate("{{matches text '(a|b)*a(a|b){20}c'}}", { text: surprise });
    expect(steps).toBeGreaterThan(20 * surprise.length * COST.patternSteps);
  });
});

it("matches() finds nothing without a prepared pattern", () => {
  const frame = createRootFrame({ payload: {} } as Scope, new Budget(DEFAULT_RENDER_LIMITS));
  expect(matchesHelper.call(["a", "a"], {}, frame)).toBe(false);
});

describe("extract()", () => {
  it.each([
    ["{{extract t '\\d+'}}", "a12b345", "12"],
    ["{{extract t '(\\d)\\d*b'}}", "a12b", "1"],
    ["{{extract t '(?:\\d)(\\d)b'}}", "a12b", "2"],
    ["{{extract t '<(.*?)>'}}", "<a><b>", "a"],
    ["{{extract t '<(.*)>'}}", "<a><b>", "a><b"],
    ["{{extract t 'A' ignoreCase=true}}", "xa", "a"],
    ["{{extract t 'a|(b)'}}", "a", "a"],
    ["{{extract t 'x'}}", "abc", ""],
    ["{{extract t '.'}}", null, ""],
    ["{{extract t '5.*'}}", 1.5, "5"],
    ["{{extract t '🚀.'}}", "a🚀🚁b", "🚀🚁"],
    ["{{json (extract t '\\d' all=true)}}", "a1b2", '["1","2"]'],
    ["{{json (extract t '\\d' all=true)}}", "ab", "[]"],
    ["{{json (extract t '\\d*' all=true)}}", "1🚀2", '["1","","2",""]'],
    ["{{extract t '\\d' all=false}}", "1 2", "1"],
  ])("%s of %j is %j", (template, t, text) => {
    expect(renderTemplate(template, { t })).toBe(text);
  });

  it.each([
    ["{{extract t p}}", "takes a pattern that is written in quotation marks"],
    ["{{extract t '('}}", "that is never closed"],
    ["{{extract t 'a' ignoreCase=p}}", "takes an ignoreCase that is written as true or false"],
    ["{{replaceMatch t p 'x'}}", "takes a pattern that is written in quotation marks"],
  ])("is a problem of the config: %s", (template, problem) => {
    expect(problemOfTemplate(template).message).toContain(problem);
  });

  it("charges the budget for each step", () => {
    const units = (length: number) =>
      unitsOfTemplate("{{extract t '(a|b)*c'}}", { t: "a".repeat(length) });
    expect(units(2_000) - units(1_000)).toBeGreaterThan(1_000 * 3 * COST.searchSteps);
  });

  it("is bounded where each match looks far ahead", () => {
    const t = "a".repeat(100_000);
    expect(() => renderTemplate("{{length (extract t 'a.*b|a' all=true)}}", { t })).toThrow(
      "it takes too much work",
    );
  });

  it("gives nothing without a prepared pattern", () => {
    const frame = createRootFrame({ payload: {} } as Scope, new Budget(DEFAULT_RENDER_LIMITS));
    expect(extractHelper.call(["a", "a"], {}, frame)).toBe("");
    expect(replaceMatchHelper.call(["a", "a", "b"], {}, frame)).toBe("");
  });
});

it.each([
  ["{{replaceMatch t '\\d+' '#'}}", "a12b345", "a#b#"],
  ["{{replaceMatch t 'x*' '-'}}", "abc", "-a-b-c-"],
  ["{{replaceMatch t 'a*' '-'}}", "baac", "-b--c-"],
  ["{{replaceMatch t '^' '> '}}", "a\nb", "> a\nb"],
  ["{{replaceMatch t '\\b' '|'}}", "ab cd", "|ab| |cd|"],
  ["{{replaceMatch t '(a)' '$1$&'}}", "xa", "x$1$&"],
  ["{{replaceMatch t 'A' 'b' ignoreCase=true}}", "aA", "bb"],
  ["{{replaceMatch t 'z' 'b'}}", "aA", "aA"],
  ["{{replaceMatch t '' '-'}}", "🚀", "-🚀-"],
  ["{{replaceMatch t '5' missing}}", 155, "1"],
  ["{{replaceMatch t '.' 'x'}}", null, ""],
])("replaceMatch() as in %s of %j is %j", (template, t, text) => {
  expect(renderTemplate(template, { t })).toBe(text);
});

it("replaceMatch() refuses a text that exceeds the limit, before it is built", () => {
  const render = (to: string) =>
    renderTemplate("{{replaceMatch t 'a' to}}", { t: "aa-", to }, { limits: { maxCharacters: 9 } });
  expect(render("1234")).toBe("12341234-");
  expect(() => render("12345")).toThrow("the rendered text is too long");
});

it.each([
  ["a-b-c", "-", "+", "a+b+c"],
  ["aaa", "aa", "b", "ba"],
  ["a.b", ".", "$&$1", "a$&$1b"],
  ["A", "a", "b", "A"],
  ["abc", "", "x", "abc"],
  ["abc", null, "x", "abc"],
  ["abc", "b", null, "ac"],
  [505, 0, 1, "515"],
  [["x"], '"', "'", "['x']"],
  [null, "a", "b", ""],
  ["ab".repeat(50), "ba".repeat(20), "-", `a${"-".repeat(2)}${"ba".repeat(9)}b`],
])("replace() in %j of %j by %j gives %j", (text, from, to, result) => {
  expect(renderTemplate("{{replace text from to}}", { text, from, to })).toBe(result);
});

it("replace() refuses a result that exceeds the limit, before it is built", () => {
  const render = (to: string) =>
    renderTemplate(
      "{{replace text 'a' to}}",
      { text: "aa-", to },
      { limits: { maxCharacters: 9 } },
    );
  expect(render("1234")).toBe("12341234-");
  expect(() => render("12345")).toThrow("the rendered text is too long");
  const huge = { text: "a".repeat(900_000), to: "b".repeat(1_000_000) };
  expect(() => renderTemplate("{{replace text 'a' to}}", huge)).toThrow("too long");
});

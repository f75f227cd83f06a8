import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate, unitsOfTemplate } from "../../../test/render.ts";
import { Budget, COST, DEFAULT_RENDER_LIMITS } from "../render/budget.ts";
import { createRootFrame, type Frame } from "../render/frame.ts";
import type { Scope } from "../render/scope.ts";
import { searchHelpers } from "./search.ts";
import { linesOf, startOfCluster } from "./text.ts";

it.each([
  ["ab ß é", "AB SS É"],
  ["İi", "İI"],
])("upper() of %j is %j", (value, text) => {
  expect(renderTemplate("{{upper value}}", { value })).toBe(text);
});

it.each([
  ["AB É", "ab é"],
  ["I", "i"],
])("lower() of %j is %j", (value, text) => {
  expect(renderTemplate("{{lower value}}", { value })).toBe(text);
});

it.each([
  ["opened", "Opened"],
  ["aCME ltd", "ACME ltd"],
  ["𐐨x", "𐐀x"],
  ["👋 hi", "👋 hi"],
])("capitalize() of %j is %j", (value, text) => {
  expect(renderTemplate("{{capitalize value}}", { value })).toBe(text);
});

it.each([
  [" \t\na b\u00a0\ufeff", "a b"],
  [" ", ""],
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
    ["abcdef", "many", "abcdef"],
    ["👋👋👋", 2, "👋…"],
    ["abe\u0301f", 4, "ab…"],
    ["a👍🏽bc", 3, "a…"],
    ["a👩‍💻bc", 4, "a…"],
    ["a👩‍💻bc", 5, "a👩‍💻…"],
  ])("of %j to %j is %j", (text, length, result) => {
    expect(renderTemplate("{{truncate text length}}", { text, length })).toBe(result);
  });

  it.each([
    ["...", 5, "ab..."],
    ["...", 2, "ab"],
    ["", 2, "ab"],
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

  it.each(["-1", "'x'"])("refuses the literal length %s", (length) => {
    expect(problemOfTemplate(`{{truncate text ${length}}}`).message).toBe(
      'helper "truncate" takes a whole number from 0 on as argument 2',
    );
  });
});

describe("split()", () => {
  it.each([
    ["a,b,,c", ",", ["a", "b", "", "c"]],
    [",a,", ",", ["", "a", ""]],
    ["a👋\ud800", "", ["a", "👋", "\ud800"]],
    ["ab", null, ["a", "b"]],
    ["", ",", []],
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
    [" \n", "[]"],
    [null, "[]"],
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
  ["__a--b..c  d\n", "A b c d"],
  ["öffnen_Über", "Öffnen über"],
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
  ["👩‍💻", 2, 0],
  ["\u0301a", 0, 0],
])("startOfCluster() in %j at %i is %i", (text, offset, start) => {
  expect(startOfCluster(text, offset)).toBe(start);
});

it("startOfCluster() looks back over at most 32 code units", () => {
  const text = `a${"\u0301".repeat(100)}`;
  expect(startOfCluster(text, 32)).toBe(0);
  expect(startOfCluster(text, 33)).toBe(33);
});

it.each([
  ["", [""]],
  ["a\u2028b", ["a\u2028b"]],
])("linesOf() %j is %j", (text, lines) => {
  expect(linesOf(text)).toEqual(lines);
});

describe("choose()", () => {
  it.each([
    ['{{choose v open="A" closed="B" default="C"}}', "open", "A"],
    ['{{choose v open="A" closed="B" default="C"}}', "closed", "B"],
    ['{{choose v open="A" closed="B" default="C"}}', "Open", "C"],
    ["{{choose v open=(upper v)}}", "open", "OPEN"],
    ['{{choose v true="yes" false="no"}}', true, "yes"],
    ['{{choose v 0 "down" 1 "up" "unknown"}}', 0, "down"],
    ['{{choose v 0 "down" 1 "up" "unknown"}}', "1", "up"],
    ['{{choose v 0 "down" 1 "up" "unknown"}}', 7, "unknown"],
    ['{{choose v "in review" "R"}}', "in review", "R"],
    ['{{choose v "" "nothing"}}', null, "nothing"],
    ['{{choose v "always"}}', "x", "always"],
    ['{{choose v a="A"}}', "__proto__", ""],
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
  ["{{join list s}}", { list: ["a", "b"] }, "a, b"],
  ["{{join list '-'}}", { list: "a,b" }, "a,b"],
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

it.each([
  ["abc", "ab", [true, false]],
  ["abc", "BC", [false, false]],
  [null, "a", [false, false]],
])("startsWith() and endsWith() of %j and %j are %j", (text, part, results) => {
  const template = "{{startsWith text part}} {{endsWith text part}}";
  expect(renderTemplate(template, { text, part })).toBe(results.join(" "));
});

describe("matches()", () => {
  it.each([
    ["{{matches text '^refs/tags/v\\d+$'}}", "refs/tags/v12", "true"],
    ["{{matches text '^refs/tags/v\\d+$'}}", "refs/tags/v12x", "false"],
    ["{{matches text 'wip' ignoreCase=true}}", "WIP", "true"],
    ["{{matches text ''}}", null, "true"],
    ["{{#if (matches text 'a|b')}}yes{{else}}no{{/if}}", "xbx", "yes"],
  ])("%s of %j is %s", (template, text, result) => {
    expect(renderTemplate(template, { text })).toBe(result);
  });

  it.each([
    ["{{matches text pattern}}", "takes a pattern that is written in quotation marks"],
    ["{{matches text (lower 'A')}}", "takes a pattern that is written in quotation marks"],
    [
      "{{matches text 'a' ignoreCase=flag}}",
      "takes an ignoreCase that is written as true or false",
    ],
  ])("is a problem of the config: %s", (template, problem) => {
    expect(problemOfTemplate(template).message).toContain(problem);
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

function callUnprepared(name: string, args: readonly unknown[], frame: Frame): unknown {
  return searchHelpers.find((helper) => helper.name === name)?.call(args, {}, frame);
}

it("matches() finds nothing without a prepared pattern", () => {
  const frame = createRootFrame({ payload: {} } as Scope, new Budget(DEFAULT_RENDER_LIMITS));
  expect(callUnprepared("matches", ["a", "a"], frame)).toBe(false);
});

describe("extract()", () => {
  it.each([
    ["{{extract t '\\d+'}}", "a12b345", "12"],
    ["{{extract t '(\\d)\\d*b'}}", "a12b", "1"],
    ["{{extract t '<(.*?)>'}}", "<a><b>", "a"],
    ["{{extract t 'a|(b)'}}", "a", "a"],
    ["{{extract t '🚀.'}}", "a🚀🚁b", "🚀🚁"],
    ["{{json (extract t '\\d' all=true)}}", "a1b2", '["1","2"]'],
  ])("%s of %j is %j", (template, t, text) => {
    expect(renderTemplate(template, { t })).toBe(text);
  });

  it.each([
    ["{{extract t p}}", "takes a pattern that is written in quotation marks"],
    ["{{extract t 'a' ignoreCase=p}}", "takes an ignoreCase that is written as true or false"],
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
    expect(callUnprepared("extract", ["a", "a"], frame)).toBe("");
    expect(callUnprepared("replaceMatch", ["a", "a", "b"], frame)).toBe("");
  });
});

it.each([
  ["{{replaceMatch t '\\d+' '#'}}", "a12b345", "a#b#"],
  ["{{replaceMatch t 'x*' '-'}}", "abc", "-a-b-c-"],
  ["{{replaceMatch t '^' '> '}}", "a\nb", "> a\nb"],
  ["{{replaceMatch t '(a)' '$1$&'}}", "xa", "x$1$&"],
  ["{{replaceMatch t '' '-'}}", "🚀", "-🚀-"],
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
  ["abc", "", "x", "abc"],
  ["abc", "b", null, "ac"],
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

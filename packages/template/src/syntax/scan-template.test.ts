import { describe, expect, it } from "vitest";
import { scanTemplate } from "./scan-template.ts";
import type { Tag } from "./tag.ts";

/** Each tag as kind and text, and each plain field. */
function tagsOf(source: string): readonly string[] {
  return scanTemplate(source).flatMap((token) => {
    if (token.type === "ContentStatement") return [];
    const kind = token.type === "Tag" ? token.kind : "field";
    return [`${kind} ${source.slice(token.start, token.end)}`];
  });
}

function textsOf(source: string): readonly string[] {
  const tokens = scanTemplate(source);
  return tokens.flatMap((token) => (token.type === "ContentStatement" ? [token.value] : []));
}

describe("scanTemplate()", () => {
  it("finds nothing in text without tags", () => {
    expect(tagsOf("a { b } }} {c}")).toEqual([]);
  });

  it.each([
    ["{{x}}", "field"],
    ["{{ x.y[0] }}", "field"],
    ["{{x y}}", "value"],
    ["{{this}}", "value"],
    ["{{{x}}}", "value"],
    ["{{&x}}", "value"],
    ["{{*x}}", "value"],
    ["{{~x~}}", "value"],
    ["{{~{x}~}}", "value"],
    ["{{elsewhere}}", "field"],
    ["{{#x}}", "open"],
    ["{{~#x~}}", "open"],
    ["{{#>x}}", "open"],
    ["{{#*x}}", "open"],
    ["{{^x}}", "inverse"],
    ["{{/x}}", "close"],
    ["{{else}}", "else"],
    ["{{ else }}", "else"],
    ["{{~else~}}", "else"],
    ["{{else if x}}", "else"],
    ["{{^}}", "else"],
    ["{{> x}}", "partial"],
    ["{{! x }}", "comment"],
    ["{{!-- x --}}", "comment"],
    ["{{{{x}}}}a{{{{/x}}}}", "raw"],
  ])("takes %s as a whole, a tag of kind %s", (source, kind) => {
    expect(tagsOf(`a ${source} b`)).toEqual([`${kind} ${source}`]);
  });

  it("gives the expression inside without braces, sigil and whitespace control", () => {
    const inner = (source: string) =>
      (scanTemplate(source) as readonly Tag[])
        .filter(({ type }) => type === "Tag")
        .map((tag) => [tag.inner, tag.innerStart]);
    expect(inner("{{~#if x~}}")).toEqual([["if x", 4]]);
    expect(inner("a {{{ x }}}")).toEqual([[" x ", 5]]);
    expect(inner("{{#> row x}}")).toEqual([[" row x", 4]]);
    expect(inner("{{{{raw x}}}}{{{{/raw}}}}")).toEqual([["raw x", 4]]);
  });

  it("takes the braces after a backslash for text, and those after two for a tag", () => {
    expect(tagsOf("\\{{a}} {{b}}")).toEqual(["field {{b}}"]);
    expect(tagsOf("\\\\{{a}}")).toEqual(["field {{a}}"]);
    expect(tagsOf("\\\\\\{{a}}")).toEqual(["field {{a}}"]);
    expect(tagsOf("\\{{{a}}}{{b}}")).toEqual(["field {{b}}"]);
  });

  it.each([
    ["a{{b}}c", ["a", "c"]],
    ["\\{{a}} b", ["{{a}} b"]],
    ["x\\{{a}}y\\{{b}}\\\\{{c}}z", ["x", "{{a}}y", "{{b}}", "\\", "z"]],
    ["\\\\\\{{a}}", ["\\\\"]],
    ["{{a}}\\{{b", ["{{b"]],
  ])("gives the text of %j in the pieces of the lexer", (source, texts) => {
    expect(textsOf(source)).toEqual(texts);
  });

  it("tells whether a tag removes the white space around it", () => {
    const trims = (source: string) =>
      (scanTemplate(source) as readonly Tag[]).map((tag) => [tag.trimsBefore, tag.trimsAfter]);
    expect(trims("{{~a}}{{a~}}{{~a~}}")).toEqual([
      [true, false],
      [false, true],
      [true, true],
    ]);
    expect(trims("{{~! a ~}}{{!a}}{{#a}}")).toEqual([
      [true, true],
      [false, false],
      [false, false],
    ]);
    expect(trims("{{~{a}~}}{{~else~}}")).toEqual([
      [true, true],
      [true, true],
    ]);
  });

  it("leaves a third closing brace to the text", () => {
    expect(tagsOf("{{x}}} {{{x}}}}")).toEqual(["field {{x}}", "value {{{x}}}"]);
  });
});

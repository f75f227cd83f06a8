import { describe, expect, it } from "vitest";
import { scanTags } from "./scan-tags.ts";

/** Each tag as kind and text. */
function tagsOf(source: string): readonly string[] {
  return scanTags(source).map(({ kind, start, end }) => `${kind} ${source.slice(start, end)}`);
}

describe("scanTags()", () => {
  it("finds nothing in text without tags", () => {
    expect(scanTags("a { b } }} {c}")).toEqual([]);
  });

  it.each([
    ["{{x}}", "value"],
    ["{{ x }}", "value"],
    ["{{{x}}}", "value"],
    ["{{&x}}", "value"],
    ["{{*x}}", "value"],
    ["{{~x~}}", "value"],
    ["{{~{x}~}}", "value"],
    ["{{elsewhere}}", "value"],
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
    const inner = (source: string) => scanTags(source).map((tag) => [tag.inner, tag.innerStart]);
    expect(inner("{{~#if x~}}")).toEqual([["if x", 4]]);
    expect(inner("a {{{ x }}}")).toEqual([[" x ", 5]]);
    expect(inner("{{#> row x}}")).toEqual([[" row x", 4]]);
    expect(inner("{{{{raw x}}}}{{{{/raw}}}}")).toEqual([["raw x", 4]]);
  });

  it("takes the braces after a backslash for text, and those after two for a tag", () => {
    expect(tagsOf("\\{{a}} {{b}}")).toEqual(["value {{b}}"]);
    expect(tagsOf("\\\\{{a}}")).toEqual(["value {{a}}"]);
    expect(tagsOf("\\\\\\{{a}}")).toEqual(["value {{a}}"]);
    expect(tagsOf("\\{{{a}}}{{b}}")).toEqual(["value {{b}}"]);
  });

  it("leaves a third closing brace to the text", () => {
    expect(tagsOf("{{x}}} {{{x}}}}")).toEqual(["value {{x}}", "value {{{x}}}"]);
  });
});

import { describe, expect, it } from "vitest";
import { problemOfTemplate } from "../../test/render.ts";
import { nameOfBlock, scanTag } from "./scan-tag.ts";

function textOf(source: string): string {
  return source.slice(0, scanTag(source, 0).end);
}

describe("scanTag()", () => {
  it.each([
    '{{a "}}" b}}',
    "{{a '}}' b}}",
    '{{a "\\"}}" b}}',
    "{{a '\\'}}' b}}",
    "{{[}}]}}",
    "{{a.[}}].b}}",
    "{{{[}}}]}}}",
    "{{{x}~}}",
    "{{x~}}",
  ])("closes %s at its end", (tag) => {
    expect(textOf(`${tag}}} rest }}`)).toBe(tag);
  });

  it.each([
    ["a\n{{x", "2:1"],
    ["{{x {{y}}", "1:1"],
    ['{{a "b}}', "1:1"],
    ["{{a 'b}}", "1:1"],
    ["{{a[0}}", "1:1"],
    ["ab {{{x", "1:4"],
  ])("tells where %j was opened", (source, at) => {
    expect(problemOfTemplate(source)).toEqual({
      code: "template_unclosed",
      message: `expression opened at ${at} is never closed`,
      hint: 'Add "}}", or write "\\{{" for the braces themselves.',
      position: positionFromText(at),
      partial: undefined,
    });
  });

  it("refuses two braces for three", () => {
    expect(problemOfTemplate('{"a":\n {{{x}}, "b"}')).toEqual({
      code: "template_unclosed",
      message: '"{{{" at 2:2 is closed by "}}"',
      hint: 'Close it with "}}}", or put a space after the first brace.',
      position: { line: 2, column: 2 },
      partial: undefined,
    });
  });
});

describe("nameOfBlock()", () => {
  it.each([
    ["if x", "if"],
    [" each  list", "each"],
    ["[a b].c d", "[a b].c"],
    ["'x y' z", "'x y'"],
    ['"inline""a"', '"inline"'],
    ["'inline'\"a\"", "'inline'"],
    ["", ""],
  ])("finds the name in %j", (inner, name) => {
    expect(nameOfBlock(inner)).toBe(name);
  });
});

function positionFromText(text: string): { line: number; column: number } {
  const [line, column] = text.split(":").map(Number) as [number, number];
  return { line, column };
}

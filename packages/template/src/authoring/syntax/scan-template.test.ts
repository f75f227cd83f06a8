import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../../test/render.ts";
import { nameOfBlock, scanTag, type Tag } from "./scan-tag.ts";
import { scanTemplate } from "./scan-template.ts";

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
    ["{{{x}}}", "value"],
    ["{{&x}}", "value"],
    ["{{elsewhere}}", "field"],
    ["{{~#x~}}", "open"],
    ["{{^x}}", "inverse"],
    ["{{/x}}", "close"],
    ["{{else if x}}", "else"],
    ["{{^}}", "else"],
    ["{{> x}}", "partial"],
  ])("takes %s as a whole, a tag of kind %s", (source, kind) => {
    expect(tagsOf(`a ${source} b`)).toEqual([`${kind} ${source}`]);
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
  ])("gives the text of %j in the pieces of the lexer", (source, texts) => {
    expect(textsOf(source)).toEqual(texts);
  });

  it("says whether a tag removes the white space around it", () => {
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

describe("scanTag() of a comment", () => {
  it.each([
    ["{{! a }}b", "b"],
    ["{{! {{a}} b", " b"],
    ["{{!-- {{a}} }} --}}b", "b"],
    ["{{!-- a --~}}  b", "b"],
    ["a  {{~! b ~}}  c", "ac"],
    ["{{!--}}b", "b"],
    ["{{!---}}b", "b"],
  ])("takes the comment out of %j", (source, text) => {
    expect(renderTemplate(source, { a: 1 })).toBe(text);
  });

  it("says where a comment was opened, and how it is closed", () => {
    expect(problemOfTemplate("a\n {{! b }")).toMatchObject({
      code: "template_unclosed",
      message: "comment opened at 2:2 is never closed",
      hint: 'Add "}}".',
      position: { line: 2, column: 2 },
    });
    expect(problemOfTemplate("{{!-- b }}").hint).toBe('Add "--}}".');
  });
});

describe("scanTag() of a raw block", () => {
  const payload = { raw: true, list: [true] };

  it("looks at nothing inside", () => {
    const inside = " {{x}} {{#if}} {{! }} \\{{ ";
    expect(renderTemplate(`{{{{raw}}}}${inside}{{{{/raw}}}}`, payload)).toBe(inside);
  });

  it("counts raw blocks within, whatever they are called", () => {
    const inside = "a{{{{b}}}}{{{{raw}}}}c{{{{/raw}}}}{{{{/b}}}}d";
    expect(renderTemplate(`{{{{raw}}}}${inside}{{{{/raw}}}}`, payload)).toBe(inside);
  });

  it.each(["\n{{{{raw", "\n{{{{raw}}}} a {{/raw}}", "\n{{{{raw}}}}{{{{raw}}}}{{{{/raw}}}}"])(
    "says where %j was opened",
    (source) => {
      expect(problemOfTemplate(source)).toMatchObject({
        code: "template_unclosed",
        message: 'raw block "raw" opened at 2:1 is never closed',
        hint: 'Add "{{{{/raw}}}}".',
        position: { line: 2, column: 1 },
      });
    },
  );

  it("refuses another name in its close", () => {
    expect(problemOfTemplate("a {{{{raw x}}}}\nb {{{{/row}}}}")).toMatchObject({
      code: "template_block_mismatch",
      message: 'raw block "raw" opened at 1:3 is closed by "{{{{/row}}}}" at 2:3',
      hint: 'Write "{{{{/raw}}}}".',
      position: { line: 2, column: 3 },
    });
  });
});

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
  ])("says where %j was opened", (source, at) => {
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

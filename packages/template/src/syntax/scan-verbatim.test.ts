import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../test/render.ts";

describe("scanComment()", () => {
  it.each([
    ["{{! a }}b", "b"],
    ["{{! {{a}} b", " b"],
    ["{{!-- {{a}} }} --}}b", "b"],
    ["{{!-- a --~}}  b", "b"],
    ["a  {{~! b ~}}  c", "ac"],
    ["{{!--}}b", "b"],
    ["{{!---}}b", "b"],
    ["{{!}}b", "b"],
  ])("takes the comment out of %j", (source, text) => {
    expect(renderTemplate(source, { a: 1 })).toBe(text);
  });

  it("tells where a comment was opened, and how it is closed", () => {
    expect(problemOfTemplate("a\n {{! b }")).toMatchObject({
      code: "template_unclosed",
      message: "comment opened at 2:2 is never closed",
      hint: 'Add "}}".',
      position: { line: 2, column: 2 },
    });
    expect(problemOfTemplate("{{!-- b }}").hint).toBe('Add "--}}".');
  });
});

describe("scanRawBlock()", () => {
  const payload = { raw: true, list: [true] };

  it("looks at nothing inside", () => {
    const inside = " {{x}} {{#if}} {{! }} \\{{ ";
    expect(renderTemplate(`{{{{raw}}}}${inside}{{{{/raw}}}}`, payload)).toBe(inside);
  });

  it("counts raw blocks within, whatever they are called", () => {
    const inside = "a{{{{b}}}}{{{{raw}}}}c{{{{/raw}}}}{{{{/b}}}}d";
    expect(renderTemplate(`{{{{raw}}}}${inside}{{{{/raw}}}}`, payload)).toBe(inside);
  });

  it("takes bracket indexes in its head", () => {
    expect(renderTemplate("{{{{if list[0]}}}}{{x}}{{{{/if}}}}", payload)).toBe("{{x}}");
  });

  it.each(["\n{{{{raw", "\n{{{{raw}}}} a {{/raw}}", "\n{{{{raw}}}}{{{{raw}}}}{{{{/raw}}}}"])(
    "tells where %j was opened",
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

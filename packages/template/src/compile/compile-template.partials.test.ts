import { describe, expect, it } from "vitest";
import { parsePartials } from "./compile-template.ts";

describe("parsePartials()", () => {
  it("reports each wrong partial, and keeps its name known to templates that call it", () => {
    const { partials, problems } = parsePartials({
      row: "{{a}}",
      "two words": "plain",
      open: "x\n{{#if a}}",
      stray: "{{else}}",
    });
    expect([...partials.keys()]).toEqual(["row", "two words", "open", "stray"]);
    expect(problems.map(({ partial, code, position }) => [partial, code, position])).toEqual([
      ["open", "template_unclosed", { line: 2, column: 1 }],
      ["stray", "template_else_stray", { line: 1, column: 1 }],
    ]);
  });
});

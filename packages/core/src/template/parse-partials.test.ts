import { describe, expect, it } from "vitest";
import { parsePartials } from "./parse-partials.ts";

describe("parsePartials()", () => {
  it("keeps the good ones and reports each of the others", () => {
    const { partials, problems } = parsePartials({
      row: "{{a}}",
      "two words": "plain",
      open: "x\n{{#if a}}",
      stray: "{{else}}",
    });
    expect([...partials.keys()]).toEqual(["row", "two words"]);
    expect(problems.map(({ partial, code, position }) => [partial, code, position])).toEqual([
      ["open", "template_unclosed", { line: 2, column: 1 }],
      ["stray", "template_else_stray", { line: 1, column: 1 }],
    ]);
  });
});

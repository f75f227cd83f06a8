import { describe, expect, it } from "vitest";
import { problemFromSyntaxError, TemplateSyntaxError } from "./template-problem.ts";

describe("problemFromError()", () => {
  it("locates the error in the text that was compiled", () => {
    const error = new TemplateSyntaxError("wrong", 3, { code: "template_unclosed", hint: "Add." });
    expect(problemFromSyntaxError(error, { source: "a\nbc", partial: "row" })).toEqual({
      code: "template_unclosed",
      message: "wrong",
      hint: "Add.",
      position: { line: 2, column: 2 },
      offset: 3,
      partial: "row",
    });
  });

  it("does not hide a fault of our own", () => {
    const fault = new RangeError("ours");
    expect(() => problemFromSyntaxError(fault, { source: "" })).toThrow(fault);
  });
});

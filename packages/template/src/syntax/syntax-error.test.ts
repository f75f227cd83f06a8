import { describe, expect, it } from "vitest";
import {
  offsetFromPosition,
  positionFromOffset,
  positionToText,
  TemplateSyntaxError,
} from "./template-problem.ts";

describe("positionFromOffset()", () => {
  it("counts lines and columns from 1", () => {
    expect(positionFromOffset("ab\n\ncd", 0)).toEqual({ line: 1, column: 1 });
    expect(positionFromOffset("ab\n\ncd", 2)).toEqual({ line: 1, column: 3 });
    expect(positionFromOffset("ab\n\ncd", 3)).toEqual({ line: 2, column: 1 });
    expect(positionFromOffset("ab\n\ncd", 5)).toEqual({ line: 3, column: 2 });
  });
});

describe("positionToText()", () => {
  it("writes line and column for a sentence", () => {
    expect(positionToText("a\nbc", 3)).toBe("2:2");
  });
});

describe("offsetFromPosition()", () => {
  it("takes every line end that the parser takes for one", () => {
    const source = "a\nb\r\nc\rd";
    const offsets = [1, 2, 3, 4].map((line) => offsetFromPosition(source, { line, column: 1 }));
    expect(offsets).toEqual([0, 2, 5, 7]);
    expect(offsetFromPosition(source, { line: 2, column: 2 })).toBe(3);
  });
});

describe("TemplateSyntaxError", () => {
  it("is a syntax problem where no code says more", () => {
    const { code, hint, offset, message } = new TemplateSyntaxError("wrong", 3);
    expect({ code, hint, offset, message }).toEqual({
      code: "template_syntax",
      hint: undefined,
      offset: 3,
      message: "wrong",
    });
  });
});

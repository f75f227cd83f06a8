import { describe, expect, it } from "vitest";
import { errorAt, problemFromError } from "./pattern-error.ts";

describe("errorAt()", () => {
  it("counts characters from 1", () => {
    expect(errorAt("a fault", 0).problem).toBe("has a fault at character 1 of its pattern");
  });
});

describe("problemFromError()", () => {
  it("keeps problem and hint", () => {
    const problem = "has a fault at character 3 of its pattern";
    expect(problemFromError(errorAt("a fault", 2))).toEqual({ problem });
    expect(problemFromError(errorAt("a fault", 2, "Mend it."))).toEqual({
      problem,
      hint: "Mend it.",
    });
  });

  it("rethrows every other error", () => {
    const fault = new TypeError("ours");
    expect(() => problemFromError(fault)).toThrow(fault);
  });
});

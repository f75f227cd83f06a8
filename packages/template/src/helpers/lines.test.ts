import { describe, expect, it } from "vitest";
import { renderTemplate } from "../../test/render.ts";

describe("lines()", () => {
  it.each([
    ["a\nb", '["a","b"]'],
    ["a\r\nb\rc\n\n", '["a","b","c"]'],
    ["\n a", '[""," a"]'],
    [" \n", "[]"],
    [null, "[]"],
    [5, '["5"]'],
    [["a\nb"], '["[\\"a\\\\nb\\"]"]'],
  ])("gives the lines of %j", (text, list) => {
    expect(renderTemplate("{{lines text}}", { text })).toBe(list);
  });

  it("refuses a text that is too long to be rendered", () => {
    expect(() =>
      renderTemplate("{{length (lines text)}}", { text: "x\n".repeat(600_000) }),
    ).toThrow("too long");
  });
});

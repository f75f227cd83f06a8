import { expect, it } from "vitest";
import { renderTemplate } from "../../test/render.ts";

it.each([
  ["a-b-c", "-", "+", "a+b+c"],
  ["aaa", "aa", "b", "ba"],
  ["a.b", ".", "$&$1", "a$&$1b"],
  ["A", "a", "b", "A"],
  ["abc", "", "x", "abc"],
  ["abc", null, "x", "abc"],
  ["abc", "b", null, "ac"],
  [505, 0, 1, "515"],
  [["x"], '"', "'", "['x']"],
  [null, "a", "b", ""],
  ["ab".repeat(50), "ba".repeat(20), "-", `a${"-".repeat(2)}${"ba".repeat(9)}b`],
])("replace() in %j of %j by %j gives %j", (text, from, to, result) => {
  expect(renderTemplate("{{replace text from to}}", { text, from, to })).toBe(result);
});

it("replace() refuses a result that exceeds the limit, before it is built", () => {
  const render = (to: string) =>
    renderTemplate(
      "{{replace text 'a' to}}",
      { text: "aa-", to },
      { limits: { maxCharacters: 9 } },
    );
  expect(render("1234")).toBe("12341234-");
  expect(() => render("12345")).toThrow("the rendered text is too long");
  const huge = { text: "a".repeat(900_000), to: "b".repeat(1_000_000) };
  expect(() => renderTemplate("{{replace text 'a' to}}", huge)).toThrow("too long");
});

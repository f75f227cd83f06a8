import { expect, it } from "vitest";
import { renderTemplate } from "../../test/render.ts";

it.each([
  ["a", "> a"],
  ["a\nb", "> a\n> b"],
  ["a\r\n\rb \n\n", "> a\n>\n> b"],
  ["  a", ">   a"],
  ["\na", ">\n> a"],
  ["> a", "> > a"],
  ["", ""],
  [" \n", ""],
  [null, ""],
  [{ a: 1 }, '> {"a":1}'],
])("quote() of %j is %j", (text, quoted) => {
  expect(renderTemplate("{{quote text}}", { text })).toBe(quoted);
});

it("quote() refuses a text that exceeds the limit, before it is built", () => {
  const render = (text: string) =>
    renderTemplate("{{quote text}}", { text }, { limits: { maxCharacters: 7 } });
  expect(render("a\nb")).toBe("> a\n> b");
  expect(() => render("a\n\nb")).toThrow("the rendered text is too long");
});

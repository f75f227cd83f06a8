import { expect, it } from "vitest";
import { renderTemplate } from "../../test/render.ts";

it.each([
  ["{{list items}}", ["a", 5, true, ["b"]], '- a\n- 5\n- true\n- ["b"]'],
  ["{{list items}}", ["a\nb\r\n\r\nc\n"], "- a\n  b\n\n  c"],
  ["{{list items}}", ["", null, " ", "a"], "- a"],
  ["{{list items}}", [], ""],
  ["{{list items}}", "a", ""],
  ["{{list items}}", { a: 1 }, ""],
  ["{{list items ordered=true}}", ["a", null, "b\nc"], "1. a\n2. b\n   c"],
  ["{{list items ordered=false}}", ["a"], "- a"],
  ["{{list items ordered=missing}}", ["a"], "- a"],
  ["{{list items path='a.b'}}", [{ a: { b: 1 } }, { a: 2 }, 3, { a: { b: 4 } }], "- 1\n- 4"],
  ["{{list items path='constructor'}}", [{}, []], ""],
])("list() %s of %j is %j", (template, items, text) => {
  expect(renderTemplate(template, { items })).toBe(text);
});

it("list() indents by the width of the number", () => {
  const items = [...Array.from({ length: 9 }, () => "x"), "a\nb"];
  expect(renderTemplate("{{list items ordered=true}}", { items })).toMatch(/\n10\. a\n {4}b$/);
});

it("list() refuses a text that exceeds the limit, before it is built", () => {
  const render = (maxCharacters: number) =>
    renderTemplate("{{list items}}", { items: ["a\nb", "c"] }, { limits: { maxCharacters } });
  expect(render(13)).toBe("- a\n  b\n- c");
  expect(() => render(10)).toThrow("the rendered text is too long");
});

import { expect, it } from "vitest";
import { renderTemplate, unitsOfTemplate } from "../../test/render.ts";
import { COST } from "../render/budget.ts";

it.each([
  ["{{join list}}", { list: ["a", 1, true, null, { b: [] }] }, 'a, 1, true, , {"b":[]}'],
  ["{{join list '-'}}", { list: ["a", "b"] }, "a-b"],
  ["{{join list ''}}", { list: ["a", "b"] }, "ab"],
  ["{{join list s}}", { list: ["a", "b"], s: 0 }, "a0b"],
  ["{{join list s}}", { list: ["a", "b"], s: null }, "ab"],
  ["{{join list s}}", { list: ["a", "b"] }, "a, b"],
  ["[{{join list}}]", { list: [] }, "[]"],
  ["[{{join list}}]", {}, "[]"],
  ["{{join list '-'}}", { list: "a,b" }, "a,b"],
  ["{{join list '-'}}", { list: { a: 1 } }, '{"a":1}'],
])("join() of %s with %j is %j", (template, payload, text) => {
  expect(renderTemplate(template, payload)).toBe(text);
});

it("join() refuses a text that exceeds the limit, before it is built", () => {
  const render = (separator: string, list: unknown) =>
    renderTemplate(
      "{{join list separator}}",
      { list, separator },
      { limits: { maxCharacters: 5 } },
    );
  expect(render("123", ["a", "b"])).toBe("a123b");
  expect(() => render("1234", ["a", "b"])).toThrow("the rendered text is too long");
  expect(() => render("123456", ["", ""])).toThrow("the rendered text is too long");
});

it("join() charges the budget for the texts of the elements", () => {
  const list = Array.from({ length: 10 }, () => "x".repeat(1_000));
  const units = (count: number) =>
    unitsOfTemplate("{{#if (join list '')}}{{/if}}", { list: list.slice(0, count) });
  // The text of an element is read and becomes a part of the result.
  expect(units(10) - units(9)).toBe(COST.keys + 2 * 1_000 * COST.characters);
});

import { expect, it } from "vitest";
import { renderTemplate } from "../../test/render.ts";

it.each([
  ["a,b,,c", ",", ["a", "b", "", "c"]],
  [",a,", ",", ["", "a", ""]],
  ["aXXbXXX", "XX", ["a", "b", "X"]],
  ["abc", "-", ["abc"]],
  ["a👋\ud800", "", ["a", "👋", "\ud800"]],
  ["ab", null, ["a", "b"]],
  ["", ",", []],
  [null, ",", []],
  [1.5, ".", ["1", "5"]],
  [["a", "b"], ",", ['["a"', '"b"]']],
])("split() of %j by %j is %j", (text, separator, list) => {
  expect(renderTemplate("{{split text separator}}", { text, separator })).toBe(
    JSON.stringify(list),
  );
});

it.each([",", ""])(
  "split() by %j refuses a text longer than what is left to render",
  (separator) => {
    const count = (text: string) =>
      renderTemplate("{{length (split text separator)}}", { text, separator }, limited);
    expect(count("abc")).toBe(separator === "" ? "3" : "1");
    expect(() => count("abcd")).toThrow("the rendered text is too long");
  },
);

const limited = { limits: { maxCharacters: 3 } };

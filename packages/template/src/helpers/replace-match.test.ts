import { expect, it } from "vitest";
import { renderTemplate } from "../../test/render.ts";

it.each([
  ["{{replaceMatch t '\\d+' '#'}}", "a12b345", "a#b#"],
  ["{{replaceMatch t 'x*' '-'}}", "abc", "-a-b-c-"],
  ["{{replaceMatch t 'a*' '-'}}", "baac", "-b--c-"],
  ["{{replaceMatch t '^' '> '}}", "a\nb", "> a\nb"],
  ["{{replaceMatch t '\\b' '|'}}", "ab cd", "|ab| |cd|"],
  ["{{replaceMatch t '(a)' '$1$&'}}", "xa", "x$1$&"],
  ["{{replaceMatch t 'A' 'b' ignoreCase=true}}", "aA", "bb"],
  ["{{replaceMatch t 'z' 'b'}}", "aA", "aA"],
  ["{{replaceMatch t '' '-'}}", "🚀", "-🚀-"],
  ["{{replaceMatch t '5' missing}}", 155, "1"],
  ["{{replaceMatch t '.' 'x'}}", null, ""],
])("replaceMatch() as in %s of %j is %j", (template, t, text) => {
  expect(renderTemplate(template, { t })).toBe(text);
});

it("replaceMatch() refuses a text that exceeds the limit, before it is built", () => {
  const render = (to: string) =>
    renderTemplate("{{replaceMatch t 'a' to}}", { t: "aa-", to }, { limits: { maxCharacters: 9 } });
  expect(render("1234")).toBe("12341234-");
  expect(() => render("12345")).toThrow("the rendered text is too long");
});

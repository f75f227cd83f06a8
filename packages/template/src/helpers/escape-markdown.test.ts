import { expect, it } from "vitest";
import { renderTemplate, unitsOfTemplate } from "../../test/render.ts";
import { COST } from "../render/budget.ts";

it.each([
  ["plain text, 1.5 + 2 - 3 = 0.5! (no marks) #7", "plain text, 1.5 + 2 - 3 = 0.5! (no marks) #7"],
  [
    "*a* _b_ `c` [d](e) <f> g|h ~~i~~ &amp; \\",
    "\\*a\\* \\_b\\_ \\`c\\` \\[d\\](e) \\<f\\> g\\|h \\~\\~i\\~\\~ \\&amp; \\\\",
  ],
  ["# a\n## b", "\\# a\n\\## b"],
  ["- a\n  + b\n\t- c", "\\- a\n  \\+ b\n\t\\- c"],
  ["> a", "\\> a"],
  ["a\n===\nb\r---", "a\n\\===\nb\r\\---"],
  ["1. a\n 23) b\n1.5 c", "1\\. a\n 23\\) b\n1\\.5 c"],
  ["1234567890. a", "1234567890. a"],
  ["", ""],
  [null, ""],
  [["a_b"], '\\["a\\_b"\\]'],
])("escapeMarkdown() of %j is %j", (text, escaped) => {
  expect(renderTemplate("{{escapeMarkdown text}}", { text })).toBe(escaped);
});

it("escapeMarkdown() charges the budget for each character, and for each that is escaped", () => {
  const units = (text: string) => unitsOfTemplate("{{escapeMarkdown text}}", { text });
  expect(units("a*")).toBe(
    units("a") +
      COST.codedCharacters +
      COST.marks +
      // Of the argument; of the result, which is rendered.
      COST.characters +
      2 * (COST.characters + COST.renderedCharacters),
  );
});

it("escapeMarkdown() refuses a text that exceeds the limit, before it is built", () => {
  const render = (text: string) =>
    renderTemplate("{{escapeMarkdown text}}", { text }, { limits: { maxCharacters: 6 } });
  expect(render("***")).toBe("\\*\\*\\*");
  expect(() => render("****")).toThrow("the rendered text is too long");
  expect(render("abcdef")).toBe("abcdef");
});

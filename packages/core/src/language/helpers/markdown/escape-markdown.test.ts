import { expect, it } from "vitest";
import { renderTemplate } from "../../../../test/language/render.ts";

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

it("escapeMarkdown() charges the budget for a text that consists of marks", () => {
  const render = (maxIterations: number) =>
    renderTemplate(
      "{{escapeMarkdown text}}",
      { text: "*".repeat(2_000) },
      { limits: { maxIterations } },
    );
  // 1 turn for the argument, 3 for the marks, 2 for the result.
  expect(render(6)).toBe("\\*".repeat(2_000));
  expect(() => render(5)).toThrow("run too often");
});

it("escapeMarkdown() refuses a text that exceeds the limit, before it is built", () => {
  const render = (text: string) =>
    renderTemplate("{{escapeMarkdown text}}", { text }, { limits: { maxCharacters: 6 } });
  expect(render("***")).toBe("\\*\\*\\*");
  expect(() => render("****")).toThrow("the rendered text is too long");
  expect(render("abcdef")).toBe("abcdef");
});

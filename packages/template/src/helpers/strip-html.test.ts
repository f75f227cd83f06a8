import fc from "fast-check";
import { expect, it } from "vitest";
import { renderTemplate, unitsOfTemplate } from "../../test/render.ts";
import { COST } from "../render/budget.ts";

it.each([
  ["<p>One</p>\n<p>Two</p>", "One\n\nTwo"],
  ["One<br>Two<br/><br />Three<br><br><br>Four", "One\nTwo\n\nThree\n\nFour"],
  ["<div>a</div><div>b<br></div><div>c</div>", "a\nb\nc"],
  ["<ul>\n <li>a</li>\n <li>b <b>c</b></li></ul>d", "a\nb c\n\nd"],
  ["<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>", "A B\n1 2"],
  ["  a\n\n b&nbsp;&nbsp;c <i> d </i> ", "a b c d"],
  ["<b>bo</b>ld", "bold"],
  ["x<style>p { }</style><script>alert(1)</script>y", "xy"],
  ["&lt;b&gt; &amp;lt;", "<b> &lt;"],
  ["<html><head><title>t</title></head><body><h1>H</h1>text</body></html>", "H\n\ntext"],
  ["<p> </p><br>", ""],
  ["no tags: 1 < 2", "no tags: 1 < 2"],
  ["", ""],
  [null, ""],
  [["<b>"], '[""]'],
])("stripHtml() of %j is %j", (html, text) => {
  expect(renderTemplate("{{stripHtml html}}", { html })).toBe(text);
});

it("stripHtml() removes all tags of broken HTML, and never fails", () => {
  const pieces = fc.constantFrom(
    ...[
      "<b>",
      "<",
      ">",
      "</",
      "<!--",
      "-->",
      "<script>",
      "</script>",
      '"',
      "=",
      "'",
      "a",
      " ",
      "<p",
    ],
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (drawn) => {
      const text = renderTemplate("{{stripHtml html}}", { html: drawn.join("") });
      expect(text).not.toMatch(/<b>|<!--|<script>|<\/script>/);
      expect(text).toBe(text.trim());
    }),
  );
});

it("stripHtml() costs more than other helpers", () => {
  const units = (text: string) => unitsOfTemplate("{{#if (stripHtml text)}}{{/if}}", { text });
  expect(units("xx") - units("x")).toBe(COST.codedCharacters + 2 * COST.characters);
  expect(units("x<b>") - units("x")).toBe(
    COST.htmlTags + 3 * (COST.codedCharacters + COST.characters),
  );
});

// Where a search that finds nothing is made again at the next tag, these take minutes.
it.each([
  '<a x="',
  "<a =",
  "</script ",
  "<script>",
  "<!--",
  "<!",
  "<",
  "<p>&#1",
  "<a b=   ",
  "&amp",
])("stripHtml() reads a megabyte of %j in one pass", (piece) => {
  const html = piece.repeat(1_000_000 / piece.length);
  const limits = { maxIterations: 1_000_000 };
  for (const text of [html, `<script>${html}`, `<a b=${html}`]) {
    const shown = renderTemplate("{{length (stripHtml text)}}", { text }, { limits });
    expect(Number(shown)).toBeLessThanOrEqual(text.length);
  }
});

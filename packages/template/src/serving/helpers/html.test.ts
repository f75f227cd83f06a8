import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderTemplate, unitsOfTemplate } from "../../../test/render.ts";
import { COST } from "../render/budget.ts";
import { decodeEntities, htmlPieces } from "./html.ts";

const BROKEN_HTML = `<b> < > </ <!-- --> <script> </script> " = ' a <p`.split(" ");

describe("htmlToText()", () => {
  function textOf(html: unknown): string {
    return renderTemplate("{{htmlToText html}}", { html });
  }

  it.each([
    ["<p>One</p>\n<p>Two</p>", "One\n\nTwo"],
    ["One<br>Two<br/><br />Three<br><br><br>Four", "One\nTwo\n\nThree\n\nFour"],
    ["<div>a</div><div>b<br></div><div>c</div>", "a\nb\nc"],
    ["  a\n\n b&nbsp;&nbsp;c <i> d </i> ", "a b c d"],
    ["<b>bo</b>ld", "bold"],
    ["x<style>p { }</style><script>alert(1)</script><title>t</title>y", "xy"],
    ["&lt;b&gt; &amp;lt;", "<b> &lt;"],
    ["a<hr>b<hr/>", "a\n\n---\n\nb\n\n---"],
    ["a&zwnj;&nbsp;<b>&zwnj;</b><p>&#847; </p>b", "a\u200c\n\nb"],
    ["", ""],
  ])("htmlToText() of %j is %j", (html, text) => {
    expect(textOf(html)).toBe(text);
  });

  describe("htmlToText() of lists", () => {
    it.each([
      ["<ul>\n <li>a</li>\n <li>b <b>c</b></ul>d", "- a\n- b c\n\nd"],
      ["<ul><li>a<ul><li>b<li>c</ul>d</li><li>e</ul>f", "- a\n  - b\n  - c\n  d\n- e\n\nf"],
      ["<ol><li>a</li><li><p>b</p><p>c</p></li></ol>", "1. a\n2. b\n   c"],
      ["<ol start=9><li>a<br>b<li>c<ol><li>d</ol></ol>", "9. a\n   b\n10. c\n    1. d"],
      ["<ol start=x><li>a</ol><ol start=-1><li>b</ol><ol start=1e9><li>c", "1. a\n\n1. b\n\n1. c"],
      ["<li>a</li>b</ul></li>c", "- a\nb\n\nc"],
      ["<ul><li></li><li>a</ul>", "- a"],
    ])("%j is %j", (html, text) => {
      expect(textOf(html)).toBe(text);
    });
  });

  describe("htmlToText() of quotes and <pre>", () => {
    it.each([
      ["a<blockquote>b<p>c</p></blockquote>d", "a\n\n> b\n>\n> c\n\nd"],
      ["<blockquote>a<blockquote>b<br>c</blockquote>d", "> a\n>\n> > b\n> > c\n>\n> d"],
      ["<pre>\n a\n\n\n  b &lt;\n</pre>c", " a\n\n\n  b <\n\nc"],
      ["a<pre>b\r\n\tc<b>d\ne</b></pre></pre>  f  g", "a\n\nb\n\tcd\ne\n\nf g"],
    ])("%j is %j", (html, text) => {
      expect(textOf(html)).toBe(text);
    });

    it("indents no more than sixteen levels, and closes those behind them", () => {
      const deep = "<blockquote>".repeat(20);
      const fifteen = "> ".repeat(15);
      expect(textOf(`${deep}a${"</blockquote>".repeat(5)}b`)).toBe(
        `${fifteen}> a\n${fifteen.trim()}\n${fifteen}b`,
      );
    });
  });

  describe("htmlToText() of tables", () => {
    it.each([
      ["<table><tr><th>A<th>B<tr><td>1</td><td>2</td></tr></table>c", "A | B\n1 | 2\n\nc"],
      ["<table><tr><td><p>a</p></td><td><p>b</p></td></tr><tr><td>c", "a | b\nc"],
      ["<tr><td>a<br>b</td><td>c</td></tr>", "a\nb | c"],
    ])("%j is %j", (html, text) => {
      expect(textOf(html)).toBe(text);
    });
  });

  describe("htmlToText() of links and pictures", () => {
    it.each([
      ["<a href='https://e.org/?a=1&amp;b=2'>x</a>.", "x (https://e.org/?a=1&b=2)."],
      ["<A class=c HREF = https://e.org/a >x <b>y</b> </A>z", "x y (https://e.org/a) z"],
      ["<a href='https://e.org/'>e.org</a> <a href='mailto:a@b.c'>a@b.c</a>", "e.org a@b.c"],
      ["<a href='https://e.org'>https://e.org</a>", "https://e.org"],
      ["<a href='/a b'>x</a> <a href='#y'>y</a> <a href>z</a> <a>w</a>", "x (/ab) y z w"],
      ["<a href='javascript:a'>x</a><a href=' JAVA&#10;SCRIPT:a'>y</a>", "xy"],
      ["<a href='data:a'>x</a><a href='vbscript:a'>y</a><a href='tel:1'>z</a>", "xyz (tel:1)"],
      ["<a href='ftp://e'><p>x</p></a>y", "x (ftp://e)\n\ny"],
      ["<a href='//e'>x<a href='//f'>y", "x (//e)y (//f)"],
      ["<a href='//e'></a><a href='//f'>&zwnj;</a>x", "x"],
      ["<img alt='a &amp; b' src=x><img><img alt=c hidden>", "a & b"],
      ["<a href='//e'><img alt=Logo></a>", "Logo (//e)"],
      ["<a href='//e' href='//f' title=\"a href='//g'\">x</a>", "x (//e)"],
    ])("%j is %j", (html, text) => {
      expect(textOf(html)).toBe(text);
    });
  });

  describe("htmlToText() leaves out what is not shown", () => {
    it.each([
      ["<div style='color:red;display : none'>a<div>b</div>c</div>d", "d"],
      ["<p hidden>a<p>b</p>c", "c"],
      ["<span style=visibility:HIDDEN>a</span><span style='display:inline'>b", "b"],
      ["<div hidden=until-found>a<br hidden></div>b", "b"],
      ["<div class='hidden display'>a</div><div style='x-display:none'>b</div>", "a\nb"],
      ["<!--[if mso]>a<![endif]--><![if !mso]>b<![endif]>", "b"],
      ["<div hidden>a", ""],
      ["<input hidden>a", "a"],
    ])("%j is %j", (html, text) => {
      expect(textOf(html)).toBe(text);
    });
  });

  /** `HOOKWRIGHT_UPDATE=1` writes the texts anew; read the difference before you keep it. */
  const isUpdate = process.env["HOOKWRIGHT_UPDATE"] === "1";
  const mails = new URL("../../../test/mails/", import.meta.url);

  it.each(readdirSync(mails).filter((file) => file.endsWith(".mail")))(
    "htmlToText() of the mail %s is its golden text",
    (file) => {
      const text = `${textOf(readFileSync(new URL(file, mails), "utf8"))}\n`;
      const golden = new URL(file.replace(".mail", ".txt"), mails);
      if (isUpdate) writeFileSync(golden, text);
      expect(text).toBe(readFileSync(golden, "utf8"));
    },
  );

  const pieces = fc.constantFrom(
    ...BROKEN_HTML,
    ..."<p> <ul> <li> </li> </ul> <td> </td> <tr> <br> </a> <pre> </pre> <hr> </p>".split(" "),
    ...[
      "<blockquote>",
      "</blockquote>",
      "<ol start=",
      "<a href='//e'>",
      "<img alt=x>",
      "<p hidden>",
    ],
    ...["style=", "&lt;", "&nbsp;", " ", "\n", "\u200b", "\u{1f600}", "\ud83d"],
  );

  it("htmlToText() gives text for anything, and no line of it ends with white space", () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (drawn) => {
        const text = textOf(drawn.join("").replaceAll("<pre>", "<b>"));
        expect(text).not.toMatch(/<b>|<!--|<script>|<\/script>| \n|\n\n\n|^\n|\n$/);
        expect(typeof textOf(drawn.join(""))).toBe("string");
      }),
    );
  });

  it("htmlToText() costs as much as stripHtml(), and more for a link", () => {
    const units = (text: string) => unitsOfTemplate("{{#if (htmlToText text)}}{{/if}}", { text });
    expect(units("xx") - units("x")).toBe(COST.codedCharacters + 2 * COST.characters);
    expect(units("x<b>") - units("x")).toBe(
      COST.htmlTags + 3 * (COST.codedCharacters + COST.characters),
    );
    expect(units("x<a>") - units("x<b>")).toBe(COST.htmlLinks - COST.htmlTags);
  });

  it("htmlToText() builds no text that is beyond the limit of characters", () => {
    const html = `${"<blockquote>".repeat(16)}<pre>${"a\n".repeat(50_000)}`;
    expect(() => textOf(html)).toThrow("too long");
  });

  // Where a search that finds nothing is made again at the next tag, these take minutes.
  it.each([
    '<a href="',
    "<a href=x>y",
    "<a style='display ",
    "<p hidden>",
    "<p a a     ",
    "<blockquote>",
    "</blockquote></li>",
    "<ul><li>",
    "<td>",
    "<pre>\n",
    "<div style=display:none>",
    "\u200b ",
  ])("htmlToText() reads 200 kB of %j in one pass", (piece) => {
    const html = piece.repeat(200_000 / piece.length);
    const limits = { maxIterations: 2_000_000, maxCharacters: 100_000_000 };
    const shown = renderTemplate("{{length (htmlToText html)}}", { html }, { limits });
    expect(Number(shown)).toBeLessThanOrEqual(html.length * 20);
  });
});

it.each([
  ["<p>One</p>\n<p>Two</p>", "One\n\nTwo"],
  ["One<br>Two<br/><br />Three<br><br><br>Four", "One\nTwo\n\nThree\n\nFour"],
  ["<div>a</div><div>b<br></div><div>c</div>", "a\nb\nc"],
  ["<ul>\n <li>a</li>\n <li>b <b>c</b></li></ul>d", "a\nb c\n\nd"],
  ["<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>", "A B\n1 2"],
  ["x<style>p { }</style><script>alert(1)</script>y", "xy"],
  ["&lt;b&gt; &amp;lt;", "<b> &lt;"],
  ["no tags: 1 < 2", "no tags: 1 < 2"],
])("stripHtml() of %j is %j", (html, text) => {
  expect(renderTemplate("{{stripHtml html}}", { html })).toBe(text);
});

it("stripHtml() removes all tags of broken HTML, and never fails", () => {
  const pieces = fc.constantFrom(...BROKEN_HTML, " ");
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

it.each([
  ["&lt;a&gt; &amp; &quot;b&quot; &apos;", '<a> & "b" \''],
  ["&nbsp;&euro;&hellip;&rarr;", "\u00a0€…→"],
  ["&#65;&#x42;&#X1f680;", "AB🚀"],
  ["&#0;&#xD800;&#x110000;&#9999999;", "\ufffd\ufffd\ufffd\ufffd"],
  [
    "&nope; &constructor; &amp &; &#; &#x; &#12345678; &AMP;",
    "&nope; &constructor; &amp &; &#; &#x; &#12345678; &AMP;",
  ],
])("decodeEntities() of %j is %j", (text, decoded) => {
  expect(decodeEntities(text)).toBe(decoded);
});

it.each([
  ["", ["|"]],
  ["a<br/>b<hr>", ["a|br", "b|hr", "|"]],
  ["<a title=\">\" href = '>'>x", ["|a", "x|"]],
  ["a<!-- <b> -- > -->c<!-->d<!--->e", ["a|", "c|", "d|", "e|"]],
  ["a<script src='x'>if (1<2) '</scripty>'</SCRIPT\n>b", ["a|script", "b|"]],
  ["</script>a", ["|script", "a|"]],
  ["a<b", ["a|b", "|"]],
  ["a<script>b", ["a|script", "|"]],
  ["a<script>b</script", ["a|script", "|"]],
  ["a<script>b</script x", ["a|script", "|"]],
])("htmlPieces() of %j are %j", (html, pieces) => {
  expect([...htmlPieces(html)].map(({ text, tag }) => `${text}|${tag}`)).toEqual(pieces);
});

it.each([
  ["<a href='>' b>x</A >", [" href='>' b", "/ "]],
  ["<br/><!-- a -->", ["/"]],
])("htmlPieces() gives the attributes of the tags of %j", (html, attributes) => {
  const tags = [...htmlPieces(html)].filter(({ tag }) => tag !== "");
  const found = tags.map((piece) => `${piece.isClosing ? "/" : ""}${piece.attributes}`);
  expect(found).toEqual(attributes);
});

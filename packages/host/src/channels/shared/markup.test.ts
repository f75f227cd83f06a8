// The renderers of Markdown, side by side, because one text has one meaning on all platforms.
import { array, assert, constantFrom, oneof, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { parseHtml } from "../../../test/fakes/telegram.ts";
import { markdownToPlainText } from "./plain-text.ts";
import { countMentions } from "./recipient.ts";
import { escapeSlack, markdownToMrkdwn } from "./slack-mrkdwn.ts";
import { markdownToTelegramHtml } from "./telegram-html.ts";

interface Row {
  readonly name: string;
  readonly markdown: string;
  readonly html: string;
  readonly mrkdwn: string;
  readonly plain: string;
}

const same = (name: string, text: string): Row => ({
  name,
  markdown: text,
  html: text,
  mrkdwn: text,
  plain: text,
});

const rows: readonly Row[] = [
  {
    name: "emphasis",
    markdown: "**a** __b__ *c* _d_ ~~e~~ ***f***",
    html: "<b>a</b> <b>b</b> <i>c</i> <i>d</i> <s>e</s> <i><b>f</b></i>",
    mrkdwn: "*a* *b* _c_ _d_ ~e~ _*f*_",
    plain: "a b c d e f",
  },
  {
    name: "nested emphasis",
    markdown: "**a *b* c**",
    html: "<b>a <i>b</i> c</b>",
    mrkdwn: "*a _b_ c*",
    plain: "a b c",
  },
  {
    name: "emphasis that opens inside and never closes",
    markdown: "**a _b** c",
    html: "<b>a _b</b> c",
    mrkdwn: "*a _b* c",
    plain: "a _b c",
  },
  {
    name: "more marks on one side than on the other",
    markdown: "***a** b",
    html: "*<b>a</b> b",
    mrkdwn: "**a* b",
    plain: "*a b",
  },
  same("signs that are not emphasis", "2 * 3 * 4, snake_case_name, ~5 minutes~, a ** b"),
  same("marks that close nothing", "a* b_ c~~ and [x] (y) `"),
  same("numbers and rules", "1. one\n2) two\n\n---\nend"),
  {
    name: "escapes",
    markdown: "\\*a\\* \\_b\\_ \\q",
    html: "*a* _b_ \\q",
    mrkdwn: "*a* _b_ \\q",
    plain: "*a* _b_ \\q",
  },
  {
    name: "what would be markup on the platform",
    markdown: '<b>a</b> & <!channel> "q"',
    html: "&lt;b&gt;a&lt;/b&gt; &amp; &lt;!channel&gt; &quot;q&quot;",
    mrkdwn: '&lt;b&gt;a&lt;/b&gt; &amp; &lt;!channel&gt; "q"',
    plain: '<b>a</b> & <!channel> "q"',
  },
  {
    name: "code",
    markdown: "`a **b** <c>` and `` `d` `` and ``e`",
    html: "<code>a **b** &lt;c&gt;</code> and <code>`d`</code> and ``e`",
    mrkdwn: "`a **b** &lt;c&gt;` and ``d`` and ``e`",
    plain: "a **b** <c> and `d` and ``e`",
  },
  {
    name: "code that has longer runs of backticks",
    markdown: "`a``b` @c",
    html: "<code>a``b</code> @\u200bc",
    mrkdwn: "`a``b` @c",
    plain: "a``b @c",
  },
  {
    name: "a fence",
    markdown: "x\n```ts\nconst a = **b**;\n\n```\ny",
    html: 'x\n<pre><code class="language-ts">const a = **b**;\n</code></pre>\ny',
    mrkdwn: "x\n```\nconst a = **b**;\n\n```\ny",
    plain: "x\nconst a = **b**;\n\ny",
  },
  {
    name: "a fence that is not closed, without a language",
    markdown: "~~~\na < b",
    html: "<pre>a &lt; b</pre>",
    mrkdwn: "```\na &lt; b\n```",
    plain: "a < b",
  },
  {
    name: "headings",
    markdown: "## A **b** ##\ntext\n#no heading\n# ",
    html: "<b>A <b>b</b></b>\ntext\n#no heading\n<b></b>",
    mrkdwn: "*A b*\ntext\n#no heading\n",
    plain: "A b\ntext\n#no heading\n",
  },
  {
    name: "quotes",
    markdown: "> a\n> **b**\nc",
    html: "<blockquote>a\n<b>b</b></blockquote>\nc",
    mrkdwn: "> a\n> *b*\nc",
    plain: "> a\n> b\nc",
  },
  {
    name: "bullets, whose emphasis ends with them",
    markdown: "- *a\n  - b*\n* c",
    html: "• *a\n  • b*\n• c",
    mrkdwn: "• *a\n  • b*\n• c",
    plain: "• *a\n  • b*\n• c",
  },
  {
    name: "paragraphs, whose emphasis ends with them",
    markdown: "a *b\nc* d *e\n\nf* g",
    html: "a <i>b\nc</i> d *e\n\nf* g",
    mrkdwn: "a _b\nc_ d *e\n\nf* g",
    plain: "a b\nc d *e\n\nf* g",
  },
  {
    name: "links",
    markdown: '[**a** <b](https://x.example/?a=1&b=(2)|3 "title") ![i](http://x.example/i.png)',
    html: '<a href="https://x.example/?a=1&amp;b=(2)|3">a** &lt;b</a> <a href="http://x.example/i.png">i</a>',
    mrkdwn: "<https://x.example/?a=1&amp;b=(2)%7C3|a** &lt;b> <http://x.example/i.png|i>",
    plain: "a** <b (https://x.example/?a=1&b=(2)|3) i (http://x.example/i.png)",
  },
  {
    name: "links without a text",
    markdown: "<https://x.example/> [](mailto:a@x.example)",
    html: '<a href="https://x.example/">https://x.example/</a> <a href="mailto:a@x.example">mailto:a@x.example</a>',
    mrkdwn: "<https://x.example/> <mailto:a@x.example>",
    plain: "https://x.example/ mailto:a@x.example",
  },
  same("links that open apps or name a user", "[a](tg://user?id=1) [b](javascript:x)"),
  {
    name: "names",
    markdown: "@ann, a@b.example and `@ann`",
    html: "@\u200bann, a@b.example and <code>@ann</code>",
    mrkdwn: "@ann, a@b.example and `@ann`",
    plain: "@ann, a@b.example and `@ann`".replaceAll("`", ""),
  },
];

describe.each(rows)("$name", ({ markdown, html, mrkdwn, plain }) => {
  test("markdownToTelegramHtml() uses the tags that Telegram knows", () => {
    expect(markdownToTelegramHtml(markdown)).toBe(html);
  });
  test("markdownToMrkdwn() uses Slack's marks", () => {
    expect(markdownToMrkdwn(markdown)).toBe(mrkdwn);
  });
  test("markdownToPlainText() leaves no marks", () => {
    expect(markdownToPlainText(markdown)).toBe(plain);
  });
});

const pieces = oneof(
  constantFrom(
    ..."*_~`[]()<>!@#&|\\\n -",
    "**",
    "```",
    "~~",
    "](https://a.b/",
    "@ann",
    "<!here>",
    "https://a.b/",
  ),
  string({ maxLength: 4 }),
);
const texts = array(pieces, { maxLength: 60 }).map((list) => list.join(""));

test("markdownToTelegramHtml() is valid HTML, and shows no more than was measured", {
  tags: "DEL-6",
}, () => {
  assert(
    property(texts, (text) => {
      const parsed = parseHtml(markdownToTelegramHtml(text));
      if ("error" in parsed) throw new Error(parsed.error);
      expect([...parsed.text].length).toBeLessThanOrEqual([...text].length + countMentions(text));
    }),
  );
});

test("markdownToTelegramHtml() and markdownToMrkdwn() hold no mention", { tags: "DEL-15" }, () => {
  assert(
    property(texts, (text) => {
      const visible = markdownToTelegramHtml(text).replace(
        /<code[^>]*>[^<]*<\/code>|<pre>[^<]*<\/pre>|<[^>]*>/g,
        " ",
      );
      expect(visible).not.toMatch(/(?<![A-Za-z0-9])@\w/);
      expect(markdownToMrkdwn(text)).not.toMatch(/<[!@#]/);
    }),
  );
});

test("markdownToMrkdwn() is hardly longer than the escaped text", { tags: "DEL-6" }, () => {
  assert(
    property(texts, (text) => {
      // A fence that is not closed gets its end.
      expect(markdownToMrkdwn(text).length).toBeLessThanOrEqual(escapeSlack(text).length + 8);
    }),
  );
});

test("markdownToTelegramHtml() takes texts of nothing but marks", () => {
  for (const mark of [
    "*",
    "_",
    "~~",
    "`",
    "[",
    "[a](",
    "*a ",
    "**a ",
    "`` ` ",
    "<",
    "> ",
    "\\",
    "[a](b",
    "# ",
  ]) {
    const text = mark.repeat(4000 / mark.length);
    expect(parseHtml(markdownToTelegramHtml(text))).toHaveProperty("text");
  }
});

// The texts of links, beside what platforms would make of them.
import { array, assert, constantFrom, oneof, property, string } from "fast-check";
import { expect, test } from "vitest";
import { markdownToMrkdwn } from "../channels/shared/slack-mrkdwn.ts";
import { markdownToTelegramHtml } from "../channels/shared/telegram-html.ts";
import { writeOutLinks } from "./write-out-links.ts";

const EVIL = "https://evil.example/x";

test.each([
  ["a link", `[My bank](${EVIL})`, `My bank (${EVIL})`],
  [
    "a link whose text is an address",
    `[https://bank.example](${EVIL})`,
    `https://bank.example (${EVIL})`,
  ],
  ["a link whose text is its address", `[${EVIL}](${EVIL})`, EVIL],
  ["a link without a text", `[](${EVIL}) [ ](<${EVIL}>)`, `${EVIL} ${EVIL}`],
  ["a title", `[a](${EVIL} "bank.example") [b]( ${EVIL} 'c' )`, `a (${EVIL}) b (${EVIL})`],
  ["an address with brackets", "[a](https://evil.example/(b)c)", "a (https://evil.example/(b)c)"],
  ["an image", `![Invoice](${EVIL})`, `Invoice (${EVIL})`],
  ["an image as a link", `[![pay](${EVIL}1)](${EVIL}2)`, `pay (${EVIL}1) (${EVIL}2)`],
  [
    "references",
    `[My bank][1], [ Bank ][], ![Bank], [1]\n\n[1]: ${EVIL} "t"\n> [bank]: <${EVIL}2>`,
    `My bank (${EVIL}), Bank (${EVIL}2), Bank (${EVIL}2), 1 (${EVIL})\n\n1: ${EVIL}\n> bank: ${EVIL}2`,
  ],
  [
    "the first of two definitions",
    `[a]\n[a]: ${EVIL}1\n[A]: ${EVIL}2`,
    `a (${EVIL}1)\na: ${EVIL}1\nA: ${EVIL}2`,
  ],
  ["a reference that nothing defines", `[x] [y][z]\n[a]: ${EVIL}`, `[x] [y][z]\na: ${EVIL}`],
  [
    "Slack's links",
    `<${EVIL}|bank.example> <${EVIL}|bank\nexample>`,
    `bank.example (${EVIL}) < ${EVIL}|bank\nexample>`,
  ],
  ["HTML", `<a href="${EVIL}">bank</a> <A\nhref=x>`, `< a href="${EVIL}">bank</a> < A\nhref=x>`],
  ["nested brackets", `[a [b]](${EVIL})`, `[a [b]] (${EVIL})`],
  ["a text of two lines", `[a\nb](${EVIL})`, `[a\nb] (${EVIL})`],
  ["a definition of two lines", `[a]\n\n[a]:\n${EVIL}`, `[a]\n\n[a] :\n${EVIL}`],
  [
    "code, which a platform may not read as such",
    `~~~\n[a](${EVIL})\n~~~ \`f[0](x)\``,
    `~~~\na (${EVIL})\n~~~ \`f[0] (x)\``,
  ],
  [
    "a link that appears when control characters are removed",
    `[a]\u0000(${EVIL}) [a]\u202e(b c)`,
    `a (${EVIL}) [a] (b c)`,
  ],
  [
    "what is not a link",
    `<${EVIL}> http://[::1]:80/ a[0] a < b | c > d [x] (y) - [ ] todo`,
    `<${EVIL}> http://[::1]:80/ a[0] a < b | c > d [x] (y) - [ ] todo`,
  ],
])("writeOutLinks() shows where %s leads", { tags: "DEL-15" }, (_, markdown, expected) => {
  expect(writeOutLinks(markdown)).toBe(expected);
  expect(writeOutLinks(expected)).toBe(expected);
});

const pieces = oneof(
  constantFrom(
    ..."[]()<>!|:\\`\n \u0000\u202e",
    ...[
      "](",
      "][",
      "]:",
      "[a]",
      "[a]: ",
      "](<",
      "![",
      "<a href=",
      "```\n",
      "~~~\n",
      "> ",
      "**",
      "_",
    ],
    ...[EVIL, "https://bank.example", "mailto:a@x.example", "bank", '"t"'],
  ),
  string({ maxLength: 4 }),
);
const texts = array(pieces, { maxLength: 40 }).map((list) => list.join(""));

test("writeOutLinks() leaves no link whose text differs from its address, in any markup", {
  tags: "DEL-15",
}, () => {
  assert(
    property(texts, (text) => {
      const written = writeOutLinks(text);
      expect(written).not.toMatch(/\]\(|\]:(?!\d)|<[^\s<>|]{1,2000}\||<a[\s/]/i);
      const html = markdownToTelegramHtml(written).replaceAll("\u200b", "");
      for (const [, url, label] of html.matchAll(/<a href="([^"]*)">(.*?)<\/a>/gs)) {
        expect(label).toBe(url);
      }
      expect(markdownToMrkdwn(written)).not.toMatch(/<[^>]*\|/);
    }),
    { numRuns: 2_000 },
  );
});

test("writeOutLinks() takes texts of nothing but marks", () => {
  for (const mark of ["[", "[a](", "[a]: ", "<a", "<a:b|", "![a](b ", "[a][", "](", "\n[a]:"]) {
    expect(writeOutLinks(mark.repeat(20_000 / mark.length))).toBeTypeOf("string");
  }
});

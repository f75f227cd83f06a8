// Hostile values in the operator's text, as each kind of platform shows them.
import type { TextPart } from "@hookwright/core";
import { expect, test } from "vitest";
import { parseHtml } from "../../test/fakes/telegram.ts";
import { breakMarks, escapeMarkdown } from "../channels/shared/escape-markdown.ts";
import { markdownToPlainText } from "../channels/shared/plain-text.ts";
import { markdownToMrkdwn } from "../channels/shared/slack-mrkdwn.ts";
import { markdownToTelegramHtml } from "../channels/shared/telegram-html.ts";
import type { Channel } from "../model/channel.ts";
import { textOfDelivery } from "./text-of-delivery.ts";

type Escape = NonNullable<Channel["escape"]>;

const keeping: Escape = (text) => escapeMarkdown(text, { keepsAddresses: true });

const slack: Escape = (text, within) =>
  within === "text" ? text : escapeMarkdown(breakMarks(text));

/** Texts in turn: the operator's own, then a value. */
function partsOf(...texts: readonly string[]): TextPart[] {
  return texts.map((text, index) =>
    index % 2 === 0
      ? { kind: "trusted", text }
      : { kind: "untrusted", text, source: 'webhook "ci"' },
  );
}

function write(
  parts: readonly TextPart[],
  own?: Escape,
  links: "plain" | "markdown" = "plain",
): string {
  const options = { channel: own && { escape: own }, links };
  return textOfDelivery({ parts, markup: true, isRecipientTainted: false }, options).text;
}

const HOSTILE = [
  "**now** _or_ ~~never~~ `rm`",
  "[log](https://evil.example)",
  "<https://evil.example|bank.example> <!channel> <@U1>",
  "# Title\n> quote\n- item\n1. one\n---",
  "```\ncode\n```\n[x]: https://evil.example",
  "![i](https://evil.example/i.png) ||spoiler|| \\* \\",
];

test.each(HOSTILE)("textOfDelivery() shows the value %j as it is, within markup", (value) => {
  const parts = partsOf("**Deploy**: ", value, " [open](https://ci.example)");
  const text = write(parts);
  expect(markdownToPlainText(text)).toBe(`Deploy: ${value} open (https://ci.example)`);
  const html = markdownToTelegramHtml(text);
  const shown = parseHtml(html.replaceAll("\u200b", ""));
  expect(shown).toEqual({ text: `Deploy: ${value} open` });
  expect(html.match(/<\w+/g)).toEqual(["<b", "<a"]);
});

test.each(HOSTILE)("textOfDelivery() leaves no mark of %j to Slack", (value) => {
  const shown = markdownToMrkdwn(write(partsOf("*a* ", value), slack));
  expect(shown.replace(/^_a_ /, "")).not.toMatch(/(?<!\u200b)[*~`]|[*~`](?!\u200b)|<|^>/m);
});

test.each([
  ["in code", ["Run `", "a`b\nc_d", "` now"], "Run `a\u02cbb c_d` now"],
  ["empty in code", ["Run `", "", "` `", "b", "`"], "Run ` ` `b`"],
  [
    "in a block",
    ["```\n", "a\n```\nb_c", "\n```\n", "*"],
    "```\na\n\u02cb\u02cb\u02cb\nb_c\n```\n\\*",
  ],
  ["in a block of tildes", ["~~~\n", "a\n~~~\nb", "\n~~~"], "~~~\na\n~~\nb\n~~~"],
  [
    "as an address",
    ["[open](", "https://ci.example/a_(b)?c=[d]", ")"],
    "[open](https://ci.example/a_%28b%29?c=%5Bd%5D)",
  ],
  [
    "within an address",
    ["[open](https://ci.example/", "a)b", ")"],
    "[open](https://ci.example/a%29b)",
  ],
  ["as an address of an app", ["[open](", "tg://x", ")"], "open \\(tg://x\\)"],
  [
    "as the label",
    ["[", "a](https://evil.example)", "](https://ci.example)"],
    "[a\\]\\(https://evil.example\\)](https://ci.example)",
  ],
  [
    "as label and address",
    ["[", "https://bank.example", "](", "https://evil.example", ")"],
    "https://bank.example \\(https://evil.example\\)",
  ],
])("textOfDelivery() writes a value %s", (_name, texts, expected) => {
  expect(write(partsOf(...texts))).toBe(expected);
});

test("textOfDelivery() keeps a link of two values if the settings allow links", () => {
  const parts = partsOf("[", "log", "](", "https://ci.example", ")");
  expect(write(parts, undefined, "markdown")).toBe("[log](https://ci.example)");
});

test("textOfDelivery() keeps addresses whole for platforms that read Markdown themselves", () => {
  const parts = partsOf("See ", "https://ci.example/a_b *c*");
  expect(write(parts, keeping)).toBe("See https://ci.example/a_b \\*c\\*");
});

test("textOfDelivery() without markup has no markup at all, and no link that hides its address", () => {
  const written = { markup: false, isRecipientTainted: false };
  const parts = partsOf("**Deploy** ", "[log](https://evil.example) \u202ex");
  expect(textOfDelivery({ ...written, parts }, { channel: undefined, links: "plain" })).toEqual({
    text: "**Deploy** log (https://evil.example) x",
    plain: true,
  });
  const own = partsOf("[log](https://ci.example)");
  const options = { channel: { escape: keeping }, links: "plain" } as const;
  expect(textOfDelivery({ ...written, parts: own }, options).text).toBe(
    "\\[log\\]\\(https://ci.example\\)",
  );
  const whatsapp = { channel: { escape: breakMarks }, links: "plain" } as const;
  expect(textOfDelivery({ ...written, parts: partsOf("*a* snake_case") }, whatsapp).text).toBe(
    "\u200b*\u200ba\u200b*\u200b snake_case",
  );
});

// Markdown → the HTML of Telegram's `parse_mode`.

import type { Block, Inline } from "./markdown.ts";
import { parseMarkdown } from "./markdown.ts";
import { breakMentions } from "./recipient.ts";

const TAGS = { bold: "b", italic: "i", strike: "s" } as const;

/** Only tags that Telegram knows, each closed, and no `@name` that would notify somebody. */
export function markdownToTelegramHtml(text: string): string {
  return parseMarkdown(text).map(renderBlock).join("\n");
}

function renderBlock(block: Block): string {
  if (block.kind === "code") {
    const code = escapeHtml(block.text);
    if (block.language === "") return `<pre>${code}</pre>`;
    return `<pre><code class="language-${escapeHtml(block.language)}">${code}</code></pre>`;
  }
  const content = block.children.map(renderInline).join("");
  if (block.kind === "heading") return `<b>${content}</b>`;
  return block.kind === "quote" ? `<blockquote>${content}</blockquote>` : content;
}

function renderInline(node: Inline): string {
  switch (node.kind) {
    case "text":
      return escapeHtml(breakMentions(node.text));
    case "code":
      return `<code>${escapeHtml(node.text)}</code>`;
    case "link":
      return `<a href="${escapeHtml(node.url)}">${escapeHtml(breakMentions(node.text))}</a>`;
    default: {
      const tag = TAGS[node.kind];
      return `<${tag}>${node.children.map(renderInline).join("")}</${tag}>`;
    }
  }
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

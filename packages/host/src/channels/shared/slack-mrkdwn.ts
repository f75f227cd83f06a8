// Markdown → Slack's mrkdwn.

import type { Block, Inline } from "./markdown.ts";
import { parseMarkdown } from "./markdown.ts";

const MARKS = { bold: "*", italic: "_", strike: "~" } as const;

/** `<!channel>` and `<@U1>` in the text are escaped, so that they notify nobody. */
export function markdownToMrkdwn(text: string): string {
  return parseMarkdown(text).map(renderBlock).join("\n");
}

/** What Slack asks of every text. Nothing else of a text can make a mention. */
export function escapeSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function renderBlock(block: Block): string {
  if (block.kind === "code") return `\`\`\`\n${escapeSlack(block.text)}\n\`\`\``;
  const content = block.children.map(renderInline).join("");
  // Bold within bold would end it.
  if (block.kind === "heading") return content === "" ? "" : `*${content.replaceAll("*", "")}*`;
  return block.kind === "quote" ? content.replace(/^/gm, "> ") : content;
}

function renderInline(node: Inline): string {
  switch (node.kind) {
    case "text":
      return escapeSlack(node.text);
    case "code":
      return `\`${escapeSlack(node.text)}\``;
    case "link":
      return renderLink(node.text, node.url);
    default: {
      const mark = MARKS[node.kind];
      return `${mark}${node.children.map(renderInline).join("")}${mark}`;
    }
  }
}

function renderLink(text: string, url: string): string {
  // A `|` ends the address.
  const address = escapeSlack(url.replaceAll("|", "%7C"));
  return text === url ? `<${address}>` : `<${address}|${escapeSlack(text)}>`;
}

// Markdown → text without marks, for platforms that would show them.

import type { Block, Inline } from "./markdown.ts";
import { parseMarkdown } from "./markdown.ts";

/** The address of a link follows its text. Code is unchanged. */
export function markdownToPlainText(text: string): string {
  return parseMarkdown(text).map(renderBlock).join("\n");
}

function renderBlock(block: Block): string {
  if (block.kind === "code") return block.text;
  const content = block.children.map(renderInline).join("");
  return block.kind === "quote" ? content.replace(/^/gm, "> ") : content;
}

function renderInline(node: Inline): string {
  switch (node.kind) {
    case "text":
    case "code":
      return node.text;
    case "link":
      return node.text === node.url ? node.url : `${node.text} (${node.url})`;
    default:
      return node.children.map(renderInline).join("");
  }
}

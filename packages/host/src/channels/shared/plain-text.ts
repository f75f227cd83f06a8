// Markdown → text without marks, for platforms that would show them.

import type { Block, Inline } from "./markdown.ts";
import { parseMarkdown } from "./markdown.ts";

/**
 * Removes the marks of Markdown. The address of a link follows its text. Code is unchanged.
 *
 * @example
 * ```ts
 * markdownToPlainText("**Red**: [log](https://ci.example/7)"); // "Red: log (https://ci.example/7)"
 * ```
 */
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

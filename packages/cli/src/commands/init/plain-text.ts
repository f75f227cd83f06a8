// The Markdown of a recipe → the text that a terminal, or a comment, shows.

export function plainText(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/^```\w*\n?/gm, "")
    .replaceAll("**", "")
    .replaceAll("`", "")
    .trim();
}

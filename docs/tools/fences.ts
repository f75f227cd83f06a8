// Markdown → its code fences, in order, with the language and the line they start at.

export interface Fence {
  readonly language: string;
  readonly code: string;
  /** Line of the opening, counted from 1. */
  readonly line: number;
  /** The expected output, from a `text` fence right after it. */
  readonly output: string | undefined;
}

const FENCE = /^```(\w*)\n([\s\S]*?)^```$/gm;

export function readFences(markdown: string): readonly Fence[] {
  const found = [...markdown.matchAll(FENCE)];
  return found.map((match, index) => {
    const next = found[index + 1];
    const between = markdown.slice(match.index + match[0].length, next?.index);
    const isOutput = next?.[1] === "text" && between.trim() === "";
    return {
      language: match[1] ?? "",
      code: match[2] ?? "",
      line: markdown.slice(0, match.index).split("\n").length,
      output: isOutput ? next[2] : undefined,
    };
  });
}

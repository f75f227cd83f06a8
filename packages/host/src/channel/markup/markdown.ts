// The Markdown that models write → blocks, for renderers of the platforms' own markup.
import { parseInline } from "./inline.ts";
import type { Block } from "./nodes.ts";

const FENCE = /^ {0,3}(`{3,}|~{3,})([^`]*)$/;
const LANGUAGE = /^[ \t]*([\w+#.-]{1,40})/;
const HEADING = /^ {0,3}#{1,6}[ \t]+(.*)$/;
const QUOTE = /^ {0,3}> ?(.*)$/;
const BULLET = /^([ \t]*)[-*+][ \t]+(?=\S)/;
const NUMBER = /^[ \t]*\d{1,9}[.)][ \t]+\S/;

/**
 * A part of CommonMark: fenced code, headings, quotes, bullets, code spans, emphasis, strikethrough and
 * links. The rest stays as it is written. A bullet becomes `•`, which is no markup anywhere.
 */
export function parseMarkdown(text: string): readonly Block[] {
  const blocks: Block[] = [];
  const lines = text.split("\n");
  let open: { kind: "paragraph" | "quote"; lines: string[] } | undefined;
  const close = (): void => {
    if (open !== undefined)
      blocks.push({ kind: open.kind, children: parseInline(open.lines.join("\n")) });
    open = undefined;
  };
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    const fence = FENCE.exec(line);
    if (fence !== null) {
      close();
      const [, marker = "", info = ""] = fence;
      const language = LANGUAGE.exec(info)?.[1] ?? "";
      const end = findFenceEnd(lines, index + 1, marker);
      blocks.push({ kind: "code", language, text: lines.slice(index + 1, end).join("\n") });
      index = end;
      continue;
    }
    const heading = HEADING.exec(line)?.[1];
    if (heading !== undefined) {
      close();
      blocks.push({ kind: "heading", children: parseInline(heading.trim().replace(/ #+$/, "")) });
      continue;
    }
    const quoted = QUOTE.exec(line)?.[1];
    const kind = quoted === undefined ? "paragraph" : "quote";
    // Emphasis ends with its paragraph or list item.
    if (open?.kind !== kind || startsParagraph(line)) close();
    open ??= { kind, lines: [] };
    open.lines.push(quoted ?? line.replace(BULLET, "$1• "));
    if (line.trim() === "") close();
  }
  close();
  return blocks;
}

/** The index of the closing fence; the number of lines where it is missing. */
function findFenceEnd(lines: readonly string[], start: number, marker: string): number {
  const closing = new RegExp(`^ {0,3}${marker[0]}{${marker.length},}[ \\t]*$`);
  const length = lines.slice(start).findIndex((line) => closing.test(line));
  return length === -1 ? lines.length : start + length;
}

function startsParagraph(line: string): boolean {
  return line.trim() === "" || BULLET.test(line) || NUMBER.test(line);
}

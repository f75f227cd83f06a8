// The statements of a body → the literals between its parts, cut where their lines end.
import type { LineLiteral } from "../render/line-writer.ts";
import type { ContentNode, StatementNode } from "../syntax-tree.ts";

export function lineLiteralsFromBody(body: readonly StatementNode[]): readonly LineLiteral[] {
  const between: Between[] = [createBetween()];
  for (const [index, statement] of body.entries()) {
    const isFirst = index === 0;
    if (statement.type === "ContentStatement")
      addText(between.at(-1) as Between, statement, isFirst);
    else if (statement.type !== "CommentStatement") between.push(createBetween());
  }
  return between.map(literalFromLines);
}

interface Line {
  text: string;
  lineBreak: string;
}

/** The texts between two parts: comments, and definitions of partials, may interrupt them. */
interface Between {
  readonly lines: Line[];
  /** Whether a tag stands before the first line break. */
  isTagged: boolean;
}

function createBetween(): Between {
  return { lines: [{ text: "", lineBreak: "" }], isTagged: true };
}

function addText(between: Between, { value, opensLine }: ContentNode, isFirst: boolean): void {
  const { lines } = between;
  let isTagged = !(opensLine ?? isFirst);
  if (lines.length === 1) between.isTagged = isTagged;
  for (const [piece] of value.matchAll(/[^\n]*\n|[^\n]+/g)) {
    const [text, lineBreak] = piece.split(/(\r?\n)$/) as [string, string?];
    const line = lines.at(-1) as Line;
    line.text += text;
    if (lineBreak === undefined) return;
    // A whole line of comments, between two line breaks of these texts.
    if (lines.length > 1 && isTagged && isBlank(line.text)) line.text = "";
    else {
      line.lineBreak = lineBreak;
      lines.push({ text: "", lineBreak: "" });
    }
    isTagged = false;
  }
}

function literalFromLines({ lines, isTagged }: Between): LineLiteral {
  const [first, ...others] = lines as [Line, ...Line[]];
  const tail = others.pop()?.text ?? "";
  const lastBreak = others.at(-1)?.lineBreak ?? "";
  const inner = others.map(({ text, lineBreak }) => text + lineBreak).join("");
  return {
    isTagged,
    head: first.text,
    isHeadSolid: !isBlank(first.text),
    firstBreak: first.lineBreak,
    inner: inner.slice(0, inner.length - lastBreak.length),
    lastBreak,
    tail,
    isTailSolid: !isBlank(tail),
  };
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}

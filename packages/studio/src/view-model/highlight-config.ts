// The text of a config → its lines as pieces with classes, for the layer under the editor's text.

export interface Piece {
  readonly text: string;
  readonly kind?: "comment" | "key" | "expression" | "focused";
}

/** A range of the text that is drawn as focused. */
export type Focus = readonly [start: number, end: number] | undefined;

const COMMENT = /(?<=^|\s)(?:#|\/\/).*$/;
const KEY = /^(\s*(?:- )*)(["']?[\w$.*-]+["']?)(?=\s*:(?:\s|$))/;
const EXPRESSION = /\{\{[\s\S]*?\}\}/g;

/** Long lines are drawn without colors: a pattern over a megabyte would hold up the page. */
const MAX_COLORED_CHARACTERS = 2_000;

/** At most `count` lines from the line `first`, counted from 0. */
export function highlightConfig(
  text: string,
  focus: Focus,
  { first = 0, count = Number.POSITIVE_INFINITY } = {},
): readonly (readonly Piece[])[] {
  const drawn: (readonly Piece[])[] = [];
  for (let line = 0, start = 0; line < first + count && start <= text.length; line += 1) {
    const feed = text.indexOf("\n", start);
    const end = feed < 0 ? text.length : feed;
    if (line >= first) drawn.push(drawLine(text.slice(start, end), start, focus));
    start = end + 1;
  }
  return drawn;
}

function drawLine(line: string, start: number, focus: Focus): readonly Piece[] {
  const pieces = piecesOf(line);
  return focus === undefined || focus[1] <= start || focus[0] > start + line.length
    ? pieces
    : withFocus(pieces, focus[0] - start, focus[1] - start);
}

function piecesOf(line: string): readonly Piece[] {
  if (line.length > MAX_COLORED_CHARACTERS) return [{ text: line }];
  const comment = COMMENT.exec(line);
  // A "#" or "//" within a template is text: https://…
  const end =
    comment === null || /["'{]/.test(line.slice(0, comment.index)) ? line.length : comment.index;
  const code = line.slice(0, end);
  const key = KEY.exec(code);
  const pieces: Piece[] = [];
  let at = 0;
  if (key !== null) {
    const [whole = "", indent = "", name = ""] = key;
    pieces.push({ text: indent }, { text: name, kind: "key" });
    at = whole.length;
  }
  for (const match of code.slice(at).matchAll(EXPRESSION)) {
    const from = match.index + (key?.[0].length ?? 0);
    pieces.push({ text: code.slice(at, from) }, { text: match[0], kind: "expression" });
    at = from + match[0].length;
  }
  pieces.push({ text: code.slice(at) });
  if (end < line.length) pieces.push({ text: line.slice(end), kind: "comment" });
  return pieces.filter(({ text }) => text !== "");
}

/** Splits the pieces at the focused range of their line. */
function withFocus(pieces: readonly Piece[], start: number, end: number): readonly Piece[] {
  let at = 0;
  return pieces.flatMap((piece) => {
    const from = at;
    at += piece.text.length;
    const [low, high] = [Math.max(start, from) - from, Math.min(end, at) - from];
    if (low >= high) return [piece];
    return [
      { ...piece, text: piece.text.slice(0, low) },
      { text: piece.text.slice(low, high), kind: "focused" as const },
      { ...piece, text: piece.text.slice(high) },
    ].filter(({ text }) => text !== "");
  });
}
